import Testing

@Suite("Both pixel converters on curves") struct CurveConverterTests {
  @Test(
    "Both converters convert each sample of a coloured curve, and of a zoom, to within 1 of 255",
    arguments: ["yuv420p", "yuv444p"], [["curve", "dragon", "--ink", "gold,tomato"], ["zoom"]])
  func curve(format: String, film: [String]) async throws {
    try await ConverterTests.compare(film + ["--frames", "12"], format: format)
  }
}
