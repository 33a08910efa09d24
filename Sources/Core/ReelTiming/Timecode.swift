import ReelGeometry

/// The time of a frame as tape machines count it: hours, minutes, seconds and frames (SMPTE ST 12-1).
///
/// At 30000/1001 and 60000/1001 frames a second a count may leave out numbers, so that it keeps to the clock: two, or four, at the
/// beginning of each minute but every tenth. A semicolon in front of the frames says so: `01:00:00;00`.
public struct Timecode: Hashable, Sendable, CustomStringConvertible {
  /// The frames since `00:00:00:00`, below those of a day.
  public let frameNumber: Int
  /// The rate.
  public let rate: FrameRate
  /// Whether numbers are left out.
  public let dropsFrames: Bool

  /// The frames that a second is counted in.
  private var base: Int { Self.base(rate) }
  private var dropped: Int { dropsFrames ? base / 15 : 0 }

  private static func base(_ rate: FrameRate) -> Int { (rate.numerator + rate.denominator - 1) / rate.denominator }

  /// The frames in a minute in which none is left out, in ten minutes, and in a day.
  private static func counts(_ base: Int, _ dropped: Int) -> (minute: Int, ten: Int, day: Int) {
    let ten = 600 * base - 9 * dropped
    return (60 * base, ten, 144 * ten)
  }

  /// Reads `01:02:03:04`, or `01:02:03;04` where numbers are left out.
  ///
  /// - Throws: `InvalidValue` for another text, for numbers that a clock has not, and for those that are left out.
  public init(parsing text: String, rate: FrameRate) throws(InvalidValue) {
    let base = Self.base(rate)
    let isDropping = text.dropLast(2).last == ";"
    let invalid = InvalidValue(
      "timecode", text,
      expected: "hours, minutes, seconds and frames below \(base), such as 01:00:00:00"
        + (Self.canDrop(rate) ? ", or 01:00:00;00 with dropped numbers" : ""))
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let numbers = parts.compactMap { $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard numbers.count == 4, parts.count == 4, text.filter({ $0 == ";" }).count == (isDropping ? 1 : 0),
      numbers[0] < 24, numbers[1] < 60, numbers[2] < 60, numbers[3] < base, base <= 100
    else { throw invalid }
    guard !isDropping || Self.canDrop(rate) else {
      throw InvalidValue(
        "timecode", text,
        sentence: "timecode \(text) drops numbers, which only 30000/1001 and 60000/1001 do: write a colon")
    }
    let dropped = isDropping ? base / 15 : 0
    let minutes = 60 * numbers[0] + numbers[1]
    guard numbers[1] % 10 == 0 || numbers[2] > 0 || numbers[3] >= dropped else {
      throw InvalidValue(
        "timecode", text, sentence: "timecode \(text) is one of those that are left out: begin with frame \(dropped)")
    }
    frameNumber = (60 * minutes + numbers[2]) * base + numbers[3] - dropped * (minutes - minutes / 10)
    (self.rate, dropsFrames) = (rate, isDropping)
  }

  private init(frameNumber: Int, rate: FrameRate, dropsFrames: Bool) {
    (self.frameNumber, self.rate, self.dropsFrames) = (frameNumber, rate, dropsFrames)
  }

  /// Whether numbers can be left out at a rate.
  public static func canDrop(_ rate: FrameRate) -> Bool {
    rate.denominator == 1001 && (rate.numerator == 30_000 || rate.numerator == 60_000)
  }

  /// Returns the timecode of a frame that comes later, or earlier; midnight comes after a day.
  public func advanced(by frames: Int) -> Timecode {
    let day = Self.counts(base, dropped).day
    return Timecode(
      frameNumber: ((frameNumber + frames) % day + day) % day, rate: rate, dropsFrames: dropsFrames)
  }

  /// The text: `01:02:03:04`, with a semicolon where numbers are left out.
  public var description: String {
    let (minute, ten, _) = Self.counts(base, dropped)
    let (tens, rest) = frameNumber.quotientAndRemainder(dividingBy: ten)
    // The first minute of ten is whole; each of the others lacks its first numbers.
    let later = rest < minute ? 0 : (rest - minute) / (minute - dropped) + 1
    let number = frameNumber + dropped * (9 * tens + later)
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = number / base
    return "\(digits(seconds / 3600)):\(digits(seconds / 60 % 60)):\(digits(seconds % 60))\(dropsFrames ? ";" : ":")"
      + digits(number % base)
  }
}
