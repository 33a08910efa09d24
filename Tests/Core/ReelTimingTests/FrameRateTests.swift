import ReelGeometry
import ReelTestSupport
import ReelTiming
import Testing

@Suite("Frame rates")
struct FrameRateTests {
  private static let rates = ["10", "30000/1001", "60", "24000/1001", "12.5", "1/1000", "1000", "999983/999979", "7/3"]

  @Test(
    "Rates are read as people write them",
    arguments: [
      ("10", 10, 1), ("12.5", 25, 2), ("30000/1001", 30_000, 1001), ("23.976", 24_000, 1001), ("23.98", 24_000, 1001),
      ("29.97", 30_000, 1001), ("29.970", 30_000, 1001), ("29.97003", 30_000, 1001), ("47.95", 48_000, 1001),
      ("59.94", 60_000, 1001), ("119.88", 120_000, 1001), ("60/2", 30, 1), ("0.001", 1, 1000), ("1000", 1000, 1),
      ("23.97", 2397, 100), ("30.00", 30, 1), ("24.0", 24, 1), ("1e1", 10, 1), ("0.5", 1, 2),
    ])
  func reading(text: String, numerator: Int, denominator: Int) throws {
    let rate = try FrameRate(parsing: text)
    #expect(rate.numerator == numerator)
    #expect(rate.denominator == denominator)
    #expect(FrameRate(rate.description) == rate)
  }

  @Test(
    "A literal means what the same text means",
    arguments: [
      (29.97, "30000/1001"), (23.976, "24000/1001"), (23.98, "24000/1001"), (59.94, "60000/1001"),
      (47.95, "48000/1001"),
      (119.88, "120000/1001"), (12.5, "25/2"), (30.0, "30"), (30, "30"), (0.001, "1/1000"), (1000.0, "1000"),
    ] as [(FrameRate, String)])
  func literal(rate: FrameRate, text: String) throws {
    #expect(try rate == FrameRate(parsing: text))
  }

  @Test("A literal that is no rate stops the program")
  func nonsense() async {
    await #expect(processExitsWith: .failure) { _ = 0.0 as FrameRate }
    await #expect(processExitsWith: .failure) { _ = -29.97 as FrameRate }
    await #expect(processExitsWith: .failure) { _ = 1000.5 as FrameRate }
  }

  @Test(
    "What is no rate is refused with what would do",
    arguments: [
      "0", "-10", "nan", "inf", "1e9", "1000.001", "0.0004", "", "ten", "10/0", "0/1", "-1/-1", "1/2/3", "10 ", "10fps",
      "9223372036854775807/1", "1000003/999979", "/", "1/", "9999999999999999999999/1",
    ])
  func refusing(text: String) {
    let error = #expect(throws: InvalidValue.self) { try FrameRate(parsing: text) }
    #expect(error?.name == "frame rate")
    #expect(error?.expected.contains("from 0.001 to 1000") == true)
    #expect(FrameRate(text) == nil)
  }

  @Test("A fraction is kept in lowest terms")
  func lowestTerms() throws {
    #expect(try FrameRate(60_000, 2002) == FrameRate(30_000, 1001))
    #expect(try FrameRate(50, 5) == 10)
  }

  @Test(
    "Frame n begins at n / rate, rounded down to the attosecond, and an attosecond before it is frame n - 1",
    arguments: rates)
  func times(rate text: String) throws {
    let rate = try FrameRate(parsing: text)
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = Seeded(seed: seed)
    for _ in 0..<500 {
      let index = Int.random(in: 0...10_000_000, using: &generator)
      let time = rate.time(ofFrame: index)
      // The same quotient, worked out in whole attoseconds with 128 bits.
      let (seconds, attoseconds) = time.components
      let whole = (index * rate.denominator) / rate.numerator
      #expect(seconds == Int64(whole), "seed \(seed)")
      let rest = (index * rate.denominator) % rate.numerator
      let exact = rest.multipliedFullWidth(by: 1_000_000_000_000_000_000)
      let rounded = rate.numerator.dividingFullWidth(exact)
      #expect(attoseconds == Int64(rounded.quotient), "seed \(seed)")
      #expect(rate.frame(at: time) == index, "index \(index), seed \(seed)")
      let before = time - Duration(secondsComponent: 0, attosecondsComponent: 1)
      #expect(rate.frame(at: before) == max(0, index - 1), "index \(index), seed \(seed)")
      #expect(abs(rate.seconds(ofFrame: index) - time / .seconds(1)) <= rate.seconds(ofFrame: index).ulp * 2)
    }
  }

  @Test("Times never go backwards and never drift", arguments: rates)
  func monotonic(rate text: String) throws {
    let rate = try FrameRate(parsing: text)
    var last = Duration.seconds(-1)
    for index in 0..<2000 {
      let time = rate.time(ofFrame: index)
      #expect(time > last)
      last = time
    }
    #expect(rate.time(ofFrame: rate.numerator) == .seconds(rate.denominator))
    #expect(rate.seconds(ofFrame: rate.numerator) == Double(rate.denominator))
  }

  @Test("Before the start it is frame 0")
  func beforeStart() {
    #expect(FrameRate(integerLiteral: 10).frame(at: .seconds(-5)) == 0)
    #expect(FrameRate(integerLiteral: 10).frame(at: .zero) == 0)
    #expect(FrameRate(integerLiteral: 10).frame(at: .milliseconds(99)) == 0)
    #expect(FrameRate(integerLiteral: 10).frame(at: .milliseconds(100)) == 1)
  }

  @Test(
    "A length in seconds is a whole number of frames, the nearest, and at least one",
    arguments: [
      ("10", 30, 300), ("10", 0.04, 1), ("10", 0, 1), ("10", -3, 1), ("30000/1001", 10, 300),
      ("30000/1001", 1001, 30_000), ("60", 0.025, 2), ("1/1000", 1, 1), ("10", .nan, 1),
      ("10", .infinity, 2_147_483_647), ("10", 1e300, 2_147_483_647), ("10", -.infinity, 1),
    ])
  func frameCount(rate: String, seconds: Double, count: Int) throws {
    #expect(try FrameRate(parsing: rate).frameCount(seconds: seconds) == count)
  }
}
