import Testing

@testable import ReelDesktop

@Suite struct PointerTests {
  @Test(
    "a premultiplied pixel is laid over an opaque one",
    arguments: [
      (UInt32(0), UInt32(0xFF12_3456), UInt32(0xFF12_3456)), (0xFFAB_CDEF, 0xFF12_3456, 0xFFAB_CDEF),
      (0x8080_0000, 0xFFFF_FFFF, 0xFFFF_7F7F), (0x8080_8080, 0xFFFF_FFFF, 0xFFFF_FFFF),
    ])
  func over(upper: UInt32, lower: UInt32, expected: UInt32) {
    #expect(ScreenPointer.over(upper, lower) == expected)
  }
}

@Suite struct SamplingTests {
  private func area(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> ScreenSampler.Area {
    ScreenSampler.Area(x: x, y: y, width: width, height: height)
  }

  @Test("rectangles far from each other are fetched alone, close ones together")
  func joined() {
    let far = [area(0, 0, 10, 10), area(500, 300, 10, 10)]
    #expect(ScreenSampler.joined(far) == far)
    #expect(ScreenSampler.joined([area(0, 0, 10, 10), area(10, 0, 10, 10)]) == [area(0, 0, 20, 10)])
    #expect(ScreenSampler.joined((0..<17).map { area($0 * 100, 0, 1, 1) }) == [area(0, 0, 1601, 1)])
    #expect(ScreenSampler.joined([]) == [])
  }

  @Test("a rectangle outside the screen has nothing to fetch")
  func clipped() {
    #expect(area(0, 0, 10, 10).clipped(to: area(10, 0, 5, 5)) == nil)
    #expect(area(-5, -5, 10, 10).clipped(to: area(0, 0, 100, 100)) == area(0, 0, 5, 5))
  }
}

@Suite struct MarkTests {
  @Test(
    "a line that is no mark is refused",
    arguments: [
      "", "x", "[]", "{\"kind\": \"other\"}", "{\"kind\": \"chapter\"}",
      "{\"kind\": \"click\", \"text\": \"no place\"}",
      "{\"kind\": \"key\"}",
      "{\"text\": \"" + String(repeating: "x", count: 5000) + "\"}",
    ])
  func refused(line: String) {
    #expect(DesktopMark(Array(line.utf8)) == nil)
  }

  @Test("a mark is a chapter unless it says otherwise")
  func kinds() throws {
    #expect(try #require(DesktopMark(Array("{\"text\": \"A\"}".utf8))).kind == .chapter)
    let click = try #require(DesktopMark(Array("{\"kind\": \"click\", \"t\": 1.5, \"x\": 3, \"y\": 4}".utf8)))
    #expect(click.kind == .click && click.time == 1.5 && click.place?.x == 3 && click.place?.y == 4)
  }

  @Test(
    "reports survive their way through the pipe",
    arguments: [
      SupervisorReport.ready(display: ":7", server: 12), .serverFailed("no screen"), .serverFailed(""), .started(4),
      .programFailed(2), .ended(137),
    ])
  func reports(report: SupervisorReport) {
    #expect(SupervisorReport(report.line) == report)
  }
}
