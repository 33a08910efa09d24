import ReelGeometry
import Testing

@Suite("Numbers that fit") struct ClampingTests {
  @Test(
    "A Double that does not fit becomes the nearest number that does",
    arguments: [
      (0, 0), (2.9, 2), (-2.9, -2), (1e15, 1_000_000_000_000_000), (0x1p53, 1 << 53), (1e16, 1 << 53), (1e300, 1 << 53),
      (.infinity, 1 << 53), (-1e300, -1 << 53), (-.infinity, -1 << 53), (.nan, 0), (-0.0, 0),
      (.leastNonzeroMagnitude, 0),
    ] as [(Double, Int)])
  func whole(number: Double, result: Int) {
    #expect(Int(clamping: number) == result)
    #expect(UInt8(clamping: number) == UInt8(clamping: result))
    #expect(Int32(clamping: number) == Int32(clamping: result))
    #expect(UInt64(clamping: number) == UInt64(clamping: result))
  }

  @Test("A thousand of the largest can be added and multiplied")
  func room() {
    #expect(!(Int(clamping: 1e300).multipliedReportingOverflow(by: 1000).overflow))
  }
}
