import Testing

@Suite("Both pixel converters on curves") struct CurveConverterTests {
  @Test(
    "Both converters convert each sample of a coloured curve to within 1 of 255", arguments: ["yuv420p", "yuv444p"])
  func curve(format: String) async throws {
    try await ConverterTests.compare(["curve", "dragon", "--ink", "gold,tomato", "--frames", "12"], format: format)
  }
}
