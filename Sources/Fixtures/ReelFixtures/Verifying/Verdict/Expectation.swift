import ReelDescriptions
import ReelGeometry

/// An expectation of a movie: `dropped=0`, `min-psnr=35`.
public struct Expectation: Hashable, Sendable, CustomStringConvertible {
  /// The measure; the raw values are the names of expectations.
  public enum Measure: String, CaseIterable, Hashable, Sendable {
    /// The number of pictures, exactly.
    case pictures
    /// The number of frames that are missing, exactly.
    case dropped
    /// The number of frames shown twice, exactly.
    case duplicated
    /// The number of frames shown three times or more, exactly.
    case frozen
    /// The number of frames shown again between others, exactly.
    case stale
    /// The number of frames out of order, exactly.
    case reordered
    /// How often the clip starts again, exactly.
    case restarted
    /// The number of frames after their time, exactly.
    case late
    /// The number of frames before their time, exactly.
    case early
    /// The number of gaps in time, exactly.
    case gaps
    /// The number of jumps in time, exactly.
    case jumps
    /// Where the first frame is, in seconds, exactly; what nobody demands is told, and is no difference.
    case start
    /// Whether all frames are shown at another constant rate: 0 or 1.
    case retimed
    /// How far frames may be from their times in turn, in milliseconds, at most.
    case jitter
    /// How the pictures have to be turned to stand upright, as EXIF counts: 1 where they do.
    case orientation
    /// Whether black and white are elsewhere than they were drawn: 0 or 1.
    case levels
    /// Whether colours are others than were drawn: 0 or 1.
    case colors
    /// Whether the tags of high dynamic range are others than were written: 0 or 1.
    case tags
    /// The number of pictures whose two fields are in another order, or none, exactly.
    case fields
    /// Whether what was transparent is so no more, or otherwise: 0 or 1.
    case alpha
    /// Whether the timecode is lost, or another one: 0 or 1.
    case timecode
    /// The number of pictures that are good but for a part, exactly.
    case spoiled
    /// The number of pictures of two frames that shine through each other, exactly.
    case blended
    /// The number of pictures that are of one frame above and of another below, exactly.
    case torn
    /// The number of pictures without a readable mark, exactly.
    case unreadable
    /// The number of pictures of another clip, exactly.
    case foreign
    /// The exact number of damaged spots that the decoder found.
    case damaged
    /// The lowest PSNR of a picture in decibels, at least.
    case minPSNR = "min-psnr"
    /// The mean PSNR in decibels, at least.
    case meanPSNR = "mean-psnr"
    /// The lowest SSIM of a picture, at least.
    case minSSIM = "min-ssim"
    /// The mean SSIM, at least.
    case meanSSIM = "mean-ssim"
    /// The lowest VMAF of a picture, at least.
    case minVMAF = "min-vmaf"
    /// The mean VMAF, at least.
    case meanVMAF = "mean-vmaf"
    /// The number of beeps that are missing, exactly.
    case silent
    /// How far the sound may be from its pictures anywhere, in milliseconds, at most.
    case soundOffset = "sound-offset"

    /// The kind of finding that is counted, or nil.
    var kind: Finding.Kind? {
      switch self {
      case .gaps: .gap
      case .jumps: .jump
      case .soundOffset: .soundOffset
      case .start: .startOffset
      default: Finding.Kind(rawValue: rawValue)
      }
    }

    /// The kinds of findings judged by this expectation alone.
    var kinds: [Finding.Kind] {
      self == .soundOffset ? [.soundOffset, .soundJump, .soundDrift] : [kind].compactMap(\.self)
    }
  }

  /// What is measured.
  public var measure: Measure
  /// The number it is compared with.
  public var value: Double

  /// Creates an expectation.
  public init(_ measure: Measure, _ value: Double) {
    self.measure = measure
    self.value = value
  }

  /// Parses expectations separated by commas.
  ///
  /// - Throws: `InvalidValue` for a name that is none, a number that is none, or a name given twice.
  public static func list(parsing text: String) throws(InvalidValue) -> [Expectation] {
    var result: [Expectation] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false)
      let name = sides.first.map(String.init) ?? ""
      guard let measure = Measure(rawValue: name.lowercased()) else {
        let names = Measure.allCases.map(\.rawValue)
        let advice =
          Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
          ?? "capture help verify lists what can be expected"
        throw InvalidValue(
          "expectation", "\(part)", expected: "NAME=NUMBER",
          sentence:
            "expectation \(part.description.namingInvisible(limit: InvalidValue.longestQuote)) has no known name: "
            + "it is NAME=NUMBER, such as dropped=0; \(advice)")
      }
      guard sides.count == 2, let value = Double(sides[1]), value.isFinite, value >= 0 || measure.isSSIM else {
        throw InvalidValue("expectation", "\(part)", expected: "\(name)=NUMBER, such as \(name)=\(measure.example)")
      }
      guard !result.contains(where: { $0.measure == measure }) else {
        throw InvalidValue("expectation", "\(part)", sentence: "the expectation \(name) is there twice: give it once")
      }
      result.append(Expectation(measure, value))
    }
    return result
  }

  /// The expectation as text: `dropped=0`.
  public var description: String { "\(measure.rawValue)=\(decimal(value, places: 6))" }

  /// Returns what was found instead; nil if the expectation is met.
  ///
  /// - Parameters:
  ///   - verification: what was found.
  ///   - tolerance: how far two times may be apart that count as the same, in seconds.
  func failure(in verification: Verification, tolerance: Double) -> String? {
    switch measure {
    case .minPSNR: atLeast(verification.quality?.minPSNR, "dB")
    case .meanPSNR: atLeast(verification.quality?.meanPSNR, "dB")
    case .minSSIM: atLeast(verification.quality?.minSSIM, "")
    case .meanSSIM: atLeast(verification.quality?.meanSSIM, "")
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
    case .orientation: exactly(verification.orientation?.rawValue ?? 1)
    default: exactly(verification.findings.first { $0.kind == measure.kind }?.count ?? 0)
    }
  }

  private func exactly(_ count: Int) -> String? { Double(count) == value ? nil : "\(count)" }

  private func atLeast(_ found: Double?, _ unit: String) -> String? {
    guard let found else { return "not measured: that needs the manifest" }
    return found >= value ? nil : decimal(found, places: 4) + (unit.isEmpty ? "" : " \(unit)")
  }
}

extension Expectation.Measure {
  /// Whether it is measured by VMAF.
  public var isVMAF: Bool { self == .minVMAF || self == .meanVMAF }

  fileprivate var isSSIM: Bool { self == .minSSIM || self == .meanSSIM }

  fileprivate var example: String {
    switch self {
    case .minPSNR, .meanPSNR: "35"
    case .orientation: "1"
    case .minSSIM, .meanSSIM: "0.95"
    case .soundOffset: "20"
    case .minVMAF, .meanVMAF: "90"
    default: "0"
    }
  }
}
