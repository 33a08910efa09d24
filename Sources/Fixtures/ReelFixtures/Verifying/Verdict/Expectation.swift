import ReelDescriptions
import ReelGeometry

/// An expectation about a movie: `dropped=0`, `min-psnr=35`.
public struct Expectation: Hashable, Sendable, CustomStringConvertible {
  /// The measure.
  ///
  /// The raw values are the names of expectations.
  public enum Measure: String, CaseIterable, Hashable, Sendable {
    /// The exact number of pictures.
    case pictures
    /// The exact number of missing frames.
    case dropped
    /// The exact number of frames shown twice.
    case duplicated
    /// The exact number of frames shown three times or more.
    case frozen
    /// The exact number of frames shown again between others.
    case stale
    /// The exact number of frames out of order.
    case reordered
    /// The exact number of times the clip starts again.
    case restarted
    /// The exact number of late frames.
    case late
    /// The exact number of early frames.
    case early
    /// The exact number of gaps in time.
    case gaps
    /// The exact number of jumps in time.
    case jumps
    /// The exact start time of the first frame in seconds.
    ///
    /// Without this expectation a shifted start is reported but is not a difference.
    case start
    /// Whether all frames are shown at another constant rate: 0 or 1.
    case retimed
    /// The maximum deviation of frames from their times in a jittered clip, in milliseconds.
    case jitter
    /// The exact rotation that makes the pictures upright, as an EXIF orientation: 1 if they are upright.
    case orientation
    /// Whether levels of black and white differ from the drawn ones: 0 or 1.
    case levels
    /// The exact number of pictures that lost their colours, or 1 if all colours differ from the drawn ones.
    case colors
    /// Whether the tags of high dynamic range differ from the written ones: 0 or 1.
    case tags
    /// The exact number of pictures whose fields are in another order or missing.
    case fields
    /// Whether the alpha channel is lost or changed: 0 or 1.
    case alpha
    /// Whether the timecode is lost or changed: 0 or 1.
    case timecode
    /// The exact number of pictures with a spoiled part.
    case spoiled
    /// The exact number of pictures that are less sharp than the others.
    case blurred
    /// The exact number of pictures in which two frames are blended.
    case blended
    /// The exact number of pictures with the upper part of one frame and the lower part of another.
    case torn
    /// The exact number of pictures without a readable mark.
    case unreadable
    /// The exact number of pictures that show no frame of the reference.
    case unmatched
    /// The exact number of pictures of another clip.
    case foreign
    /// The exact number of damaged spots that the decoder found.
    case damaged
    /// The minimum PSNR of a picture in decibels.
    case minPSNR = "min-psnr"
    /// The minimum of the mean PSNR in decibels.
    case meanPSNR = "mean-psnr"
    /// The minimum SSIM of a picture.
    case minSSIM = "min-ssim"
    /// The minimum of the mean SSIM.
    case meanSSIM = "mean-ssim"
    /// The minimum chroma PSNR of the compared pictures in decibels.
    case minChroma = "min-chroma"
    /// The minimum of their mean chroma PSNR in decibels.
    case meanChroma = "mean-chroma"
    /// The minimum VMAF of a picture.
    case minVMAF = "min-vmaf"
    /// The minimum of the mean VMAF.
    case meanVMAF = "mean-vmaf"
    /// The exact number of missing beeps.
    case silent
    /// The exact number of the frame's pixels that are missing at all four sides together.
    case cropped
    /// The exact number of the picture's pixels around the frame, at all four sides together.
    case borders
    /// The scale of the pictures, to a hundredth.
    case scale
    /// The shown width of the frame divided by its height, such as 16:9, to a hundredth.
    case aspect
    /// The exact number of pictures in which the frame is in another place than in most.
    case moved
    /// The exact number of clipped beeps.
    case clipped
    /// The exact number of changes of the channels of sound.
    case channels
    /// The maximum offset between sound and pictures, in milliseconds.
    case soundOffset = "sound-offset"

    /// The kind of finding that is counted; nil if none is.
    var kind: Finding.Kind? {
      switch self {
      case .gaps: .gap
      case .jumps: .jump
      case .soundOffset: .soundOffset
      case .start: .startOffset
      default: Finding.Kind(rawValue: rawValue)
      }
    }

    /// The kinds of findings that only this expectation judges.
    var kinds: [Finding.Kind] {
      self == .soundOffset ? [.soundOffset, .soundJump, .soundDrift] : [kind].compactMap(\.self)
    }
  }

  /// The measure.
  public var measure: Measure
  /// The expected value.
  public var value: Double

  /// Creates an expectation.
  public init(_ measure: Measure, _ value: Double) {
    self.measure = measure
    self.value = value
  }

  /// Parses expectations separated by commas.
  ///
  /// - Throws: `InvalidValue` for an unknown name, a value that is not a number, or a name given twice.
  public static func list(parsing text: String) throws(InvalidValue) -> [Expectation] {
    var result: [Expectation] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      let name = sides.first.map(String.init) ?? ""
      guard let measure = Measure(rawValue: name.lowercased()) else {
        let names = Measure.allCases.map(\.rawValue)
        let advice =
          Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
          ?? "write NAME=NUMBER, such as dropped=0"
        throw InvalidValue(
          "expectation", "\(part)", expected: "NAME=NUMBER",
          sentence:
            "unknown expectation \(part.description.namingInvisible(limit: InvalidValue.longestQuote)): "
            + advice)
      }
      guard sides.count == 2, let value = Self.number(sides[1]), value.isFinite, value >= 0 || measure.isSSIM else {
        throw InvalidValue("expectation", "\(part)", expected: "\(name)=NUMBER, such as \(name)=\(measure.example)")
      }
      guard !result.contains(where: { $0.measure == measure }) else {
        throw InvalidValue("expectation", "\(part)", sentence: "the expectation \(name) appears twice: give it once")
      }
      result.append(Expectation(measure, value))
    }
    return result
  }

  /// The value of a number, or of a ratio such as 16:9.
  private static func number(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]), height > 0 else {
      return Double(text)
    }
    return width / height
  }

  /// The expectation as text: `dropped=0`.
  public var description: String { "\(measure.rawValue)=\(decimal(value, places: 6))" }

  /// Returns the value that was found if it does not meet the expectation; nil if it does.
  ///
  /// - Parameters:
  ///   - verification: The result of verifying the movie.
  ///   - tolerance: The maximum difference in seconds at which two times are equal.
  func failure(in verification: Verification, tolerance: Double) -> String? {
    switch measure {
    case .minPSNR: atLeast(verification.quality?.minPSNR, "dB")
    case .meanPSNR: atLeast(verification.quality?.meanPSNR, "dB")
    case .minSSIM: atLeast(verification.quality?.minSSIM, "")
    case .meanSSIM: atLeast(verification.quality?.meanSSIM, "")
    case .minChroma: atLeast(verification.quality?.minChromaPSNR, "dB")
    case .meanChroma: atLeast(verification.quality?.chromaPSNR, "dB")
    case .minVMAF: atLeast(verification.quality?.vmaf?.min, "")
    case .meanVMAF: atLeast(verification.quality?.vmaf?.mean, "")
    case .soundOffset:
      verification.worstSoundOffset.map { offset in
        abs(offset) * 1000 <= value + 1e-6 ? nil : Finding.milliseconds(offset)
      } ?? "no beeps to measure"
    case .pictures: exactly(verification.pictureCount)
    case .start:
      abs(verification.amount(of: .startOffset) - value) <= tolerance
        ? nil : Finding.seconds(verification.amount(of: .startOffset))
    case .jitter:
      verification.amount(of: .jitter) * 1000 <= value + 1e-6
        ? nil : Finding.milliseconds(verification.amount(of: .jitter))
    case .scale: near(verification.scale)
    case .aspect: near(verification.aspect.map { [$0] })
    case .orientation: exactly(verification.orientation?.rawValue ?? 1)
    default: exactly(verification.findings.first { $0.kind == measure.kind }?.count ?? 0)
    }
  }

  private func exactly(_ count: Int) -> String? { Double(count) == value ? nil : "\(count)" }

  private func near(_ found: [Double]?) -> String? {
    guard let found else { return "not measured: that needs the manifest or --reference" }
    let isNear = found.allSatisfy { abs($0 - value) <= 0.01 * max(1, value) }
    return isNear ? nil : Array(Set(found)).sorted().map { decimal($0, places: 4) }.joined(separator: " × ")
  }

  private func atLeast(_ found: Double?, _ unit: String) -> String? {
    guard let found else { return "not measured: that needs the manifest or --reference" }
    return found >= value ? nil : decimal(found, places: 4) + (unit.isEmpty ? "" : " \(unit)")
  }
}

extension Expectation.Measure {
  /// Whether the measure needs VMAF.
  public var isVMAF: Bool { self == .minVMAF || self == .meanVMAF }

  fileprivate var isSSIM: Bool { self == .minSSIM || self == .meanSSIM }

  fileprivate var example: String {
    switch self {
    case .minPSNR, .meanPSNR, .minChroma, .meanChroma: "35"
    case .orientation, .scale: "1"
    case .aspect: "16:9"
    case .minSSIM, .meanSSIM: "0.95"
    case .soundOffset: "20"
    case .minVMAF, .meanVMAF: "90"
    default: "0"
    }
  }
}
