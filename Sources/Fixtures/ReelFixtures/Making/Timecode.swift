import ReelGeometry
import ReelTiming

/// A frame's time in hours, minutes, seconds and frames (SMPTE ST 12-1).
///
/// At 30000/1001 and 60000/1001 frames a second, a drop-frame count follows the clock by skipping numbers: the first two, or four, of
/// each
/// minute except every tenth. A semicolon before the frames marks such a count: `01:00:00;00`.
public struct Timecode: Hashable, Sendable, CustomStringConvertible {
  /// The number of frames since `00:00:00:00`, less than a day's.
  public let frameNumber: Int
  /// The frame rate.
  public let rate: FrameRate
  /// Whether the count skips numbers.
  public let dropsFrames: Bool

  /// The nominal number of frames per second in the count.
  private var base: Int { Self.base(rate) }
  private var dropped: Int { dropsFrames ? base / 15 : 0 }

  private static func base(_ rate: FrameRate) -> Int { (rate.numerator + rate.denominator - 1) / rate.denominator }

  /// The number of frames in a full minute, in ten minutes, and in a day.
  private static func counts(_ base: Int, _ dropped: Int) -> (minute: Int, ten: Int, day: Int) {
    let ten = 600 * base - 9 * dropped
    return (60 * base, ten, 144 * ten)
  }

  /// Parses `01:02:03:04`, or the drop-frame form `01:02:03;04`.
  ///
  /// - Throws: `InvalidValue` for other text, a number out of range, or a number that the drop-frame count skips.
  public init(parsing text: String, rate: FrameRate) throws(InvalidValue) {
    let base = Self.base(rate)
    let isDropping = text.dropLast(2).last == ";"
    let invalid = InvalidValue(
      "timecode", text,
      expected: "hours, minutes, seconds and frames below \(base), such as 01:00:00:00"
        + (Self.canDrop(rate) ? " or, as drop-frame, 01:00:00;00" : ""))
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" }
    let numbers = parts.compactMap { $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) ? Int($0) : nil }
    guard numbers.count == 4, parts.count == 4, text.filter({ $0 == ";" }).count == (isDropping ? 1 : 0),
      numbers[0] < 24, numbers[1] < 60, numbers[2] < 60, numbers[3] < base, base <= 100
    else { throw invalid }
    guard !isDropping || Self.canDrop(rate) else {
      throw InvalidValue(
        "timecode", text,
        sentence: "timecode \(text) is drop-frame, which only 30000/1001 and 60000/1001 allow: write a colon")
    }
    let dropped = isDropping ? base / 15 : 0
    let minutes = 60 * numbers[0] + numbers[1]
    guard numbers[1] % 10 == 0 || numbers[2] > 0 || numbers[3] >= dropped else {
      throw InvalidValue(
        "timecode", text, sentence: "timecode \(text) is skipped in drop-frame counting: begin with frame \(dropped)")
    }
    frameNumber = (60 * minutes + numbers[2]) * base + numbers[3] - dropped * (minutes - minutes / 10)
    (self.rate, dropsFrames) = (rate, isDropping)
  }

  private init(frameNumber: Int, rate: FrameRate, dropsFrames: Bool) {
    (self.frameNumber, self.rate, self.dropsFrames) = (frameNumber, rate, dropsFrames)
  }

  /// Whether a drop-frame count exists at a rate.
  public static func canDrop(_ rate: FrameRate) -> Bool {
    rate.denominator == 1001 && (rate.numerator == 30_000 || rate.numerator == 60_000)
  }

  /// Returns the timecode a number of frames later, or earlier if negative; it wraps at midnight.
  public func advanced(by frames: Int) -> Timecode {
    let day = Self.counts(base, dropped).day
    return Timecode(
      frameNumber: ((frameNumber + frames) % day + day) % day, rate: rate, dropsFrames: dropsFrames)
  }

  /// The text: `01:02:03:04`, with a semicolon in a drop-frame count.
  public var description: String {
    let (minute, ten, _) = Self.counts(base, dropped)
    let (tens, rest) = frameNumber.quotientAndRemainder(dividingBy: ten)
    // The first of ten minutes is whole; each of the others lacks its first numbers.
    let later = rest < minute ? 0 : (rest - minute) / (minute - dropped) + 1
    let number = frameNumber + dropped * (9 * tens + later)
    func digits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = number / base
    return "\(digits(seconds / 3600)):\(digits(seconds / 60 % 60)):\(digits(seconds % 60))\(dropsFrames ? ";" : ":")"
      + digits(number % base)
  }
}
