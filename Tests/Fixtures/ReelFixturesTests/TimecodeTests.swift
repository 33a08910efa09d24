import ReelGeometry
import ReelTiming
import Testing

@testable import ReelFixtures

@Suite struct TimecodeTests {
  /// A timecode, its rate, and the frames before it; drop-frame timecodes as SMPTE ST 12-1 counts them.
  static let known: [(text: String, rate: String, frames: Int)] = [
    ("00:00:00:00", "25", 0), ("01:00:00:00", "25", 90_000), ("23:59:59:24", "25", 2_159_999),
    ("01:00:00:00", "24000/1001", 86_400), ("00:00:01:00", "60000/1001", 60), ("00:00:59;29", "30000/1001", 1799),
    ("00:01:00;02", "30000/1001", 1800), ("00:02:00;02", "30000/1001", 3598), ("00:09:59;29", "30000/1001", 17_981),
    ("00:10:00;00", "30000/1001", 17_982), ("01:00:00;00", "30000/1001", 107_892),
    ("23:59:59;29", "30000/1001", 2_589_407), ("00:01:00;04", "60000/1001", 3600),
    ("00:10:00;00", "60000/1001", 35_964),
  ]

  @Test("A timecode is read, counted, and written as it was", arguments: known)
  func frames(text: String, rate: String, frames: Int) throws {
    let timecode = try Timecode(parsing: text, rate: FrameRate(parsing: rate))
    #expect(timecode.frameNumber == frames)
    #expect(timecode.description == text)
    #expect(timecode.advanced(by: 1).advanced(by: -1) == timecode)
  }

  @Test(
    "Counting goes through the numbers that are left out, and through midnight",
    arguments: ["30000/1001", "60000/1001"])
  func counting(rate: String) throws {
    let start = try Timecode(parsing: "23:58:57;00", rate: FrameRate(parsing: rate))
    for count in 0..<40_000 {
      let next = start.advanced(by: count)
      #expect(try Timecode(parsing: next.description, rate: next.rate) == next)
    }
    let last = try Timecode(parsing: "23:59:59;29", rate: FrameRate(30_000, 1001))
    #expect(last.advanced(by: 1).description == "00:00:00;00")
  }

  @Test(
    "What is no timecode is refused",
    arguments: [
      ("1:00:00:00", "25"), ("01:00:00", "25"), ("01:00:00:25", "25"), ("24:00:00:00", "25"), ("00:60:00:00", "25"),
      ("00:00:00;00", "25"), ("00:01:00;00", "30000/1001"), ("00:01:00;03", "60000/1001"),
      ("00;00;00;00", "30000/1001"),
      ("00:00:00:xx", "25"),
    ])
  func refused(text: String, rate: String) throws {
    let rate = try FrameRate(parsing: rate)
    #expect(throws: InvalidValue.self) { try Timecode(parsing: text, rate: rate) }
  }
}
