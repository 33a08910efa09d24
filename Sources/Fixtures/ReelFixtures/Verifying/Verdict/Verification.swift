import ReelCanvas

/// The result of verifying a movie.
public struct Verification: Hashable, Sendable {
  /// A reason why a movie is not as expected.
  public enum Difference: Hashable, Sendable {
    /// Something unintended happened.
    case unexpected(Finding)
    /// A deliberate fault was not found.
    case missing(Finding)
    /// The movie does not meet an expectation of the user.
    case demand(Expectation, found: String)

    /// The kind of finding or the name of the expectation, by which movies are grouped.
    public var topic: String {
      switch self {
      case .unexpected(let finding): finding.kind.rawValue
      case .missing(let finding): "no longer \(finding.kind.rawValue)"
      case .demand(let expectation, _): expectation.description
      }
    }
  }

  /// The movie's path as the user gave it.
  public var file: String
  /// The manifest; nil if none was used.
  public var manifest: String?
  /// The film that the movie was compared with; nil if it was compared with drawings, or with nothing.
  public var reference: String?
  /// The number of pictures.
  public var pictureCount = 0
  /// The number of pictures with a readable mark, or with a known frame of the reference.
  public var readCount = 0
  /// The number of pictures a second.
  public var frameRate = 0.0
  /// The frame and time of each picture, in movie order.
  public var showings: [Showing] = []
  /// The time of each frame in the original, by its number, in seconds; empty if unknown.
  var originalTimes: [Double] = []
  /// All findings.
  public var findings: [Finding] = []
  /// The deliberate faults in the manifest.
  public var intended: [Finding] = []
  /// The deliberate damage to the file, in words.
  ///
  /// Its consequences are expected.
  public var intendedDamage: String?
  /// The quality compared with the originals, which are drawn again; nil without a manifest.
  public var quality: QualitySummary?
  /// The rotation that most pictures still need to be upright after a player's own rotation; nil if no mark was read.
  public var orientation: ImageOrientation?
  /// The median delay of all beeps relative to their intended times, in seconds; nil if there are none.
  public var soundOffset: Double?
  /// Why the delay of the sound cannot be measured; nil if it can, or if there is no sound.
  public var soundDoubt: String?
  /// The largest offset of a single beep, in seconds.
  public var worstSoundOffset: Double?
  /// The gain of the median beep relative to the clip's, in decibels; nil if there are no beeps.
  public var soundGain: Double?
  /// The highest frequency in hertz that is still heard of the reference's sound, and the highest in the reference; nil
  /// without a reference with sound.
  public var soundBandwidth: [Double]?
  /// The scale along the pictures' width and height; nil if no picture was compared.
  public var scale: [Double]?
  /// The shown width of the frame divided by its shown height; nil if no picture was compared.
  public var aspect: Double?
  var scaleWords: String?
  /// Whether VMAF was requested.
  ///
  /// It needs a manifest and comparable pictures.
  var asksForVMAF = false
  /// The user's expectations.
  public internal(set) var expectations: [Expectation] = []
  /// The reasons why the movie is not as expected; empty if it is.
  public var differences: [Difference] = []

  /// Creates the verification of a movie.
  public init(file: String) { self.file = file }

  /// Whether everything is as expected.
  public var isAsExpected: Bool { differences.isEmpty }

  /// Compares the findings with the intended faults and the expectations.
  ///
  /// - Parameters:
  ///   - expectations: The user's expectations, which replace all other rules for the measures they name.
  ///   - tolerance: The maximum difference in seconds at which two durations are equal.
  mutating func judge(_ expectations: [Expectation], tolerance: Double) {
    self.expectations = expectations
    let demanded = Set(expectations.flatMap(\.measure.kinds))
    differences = expectations.compactMap { expectation in
      expectation.failure(in: self, tolerance: tolerance).map { .demand(expectation, found: $0) }
    }
    guard intendedDamage == nil else { return }
    let unexpected = Finding.subtract(intended, from: findings, tolerance: tolerance)
    let missing = Finding.subtract(findings, from: intended, tolerance: tolerance)
    // Many containers cannot store a clip's start time, so a constant shift of all frames is not a difference.
    // What cannot be told is no difference either.
    let remarks: [Finding.Kind] = [.startOffset, .indistinct]
    let judged = { (finding: Finding) in !demanded.contains(finding.kind) && !remarks.contains(finding.kind) }
    differences += unexpected.filter(judged).map { .unexpected($0) }
    differences += missing.filter(judged).map { .missing($0) }
  }

  /// Returns the amount of a kind of finding, in the unit of its spans; 0 if there is none.
  func amount(of kind: Finding.Kind) -> Double { findings.first { $0.kind == kind }?.spans.first?.amount ?? 0 }
}

/// The quality of a movie's pictures compared with the originals.
public struct QualitySummary: Hashable, Sendable {
  /// One picture.
  public struct Frame: Hashable, Sendable {
    /// The number of the frame.
    public var number: Int
    /// The presentation time in seconds.
    public var time: Double
    /// The PSNR in decibels; infinite for equal pictures.
    public var psnr: Double
    /// The SSIM; nil for pictures below 8×8.
    public var ssim: Double?
    /// The PSNR of both chroma planes in decibels, infinite for equal ones; nil if it was not measured.
    public var chroma: Double?
    /// The VMAF from 0 to 100; nil unless it was measured.
    public var vmaf: Double?
  }

  /// The compared pictures, in presentation order.
  public internal(set) var frames: FrameQualities
  /// The worst pictures, the worst first.
  public internal(set) var worst: [Frame]
  /// The mean PSNR of both chroma planes over some of the pictures, in decibels.
  ///
  /// It is infinite for equal pictures, and nil if pictures were scaled, cropped or turned, or have no 8-bit chroma.
  public internal(set) var chromaPSNR: Double?
  /// The lowest chroma PSNR of these pictures in decibels; nil like `chromaPSNR`.
  public internal(set) var minChromaPSNR: Double?

  /// The PSNR of the mean error over all pictures in decibels, like FFmpeg's `average`; infinite for equal pictures.
  public var meanPSNR: Double { frames.meanPSNR }
  /// The lowest PSNR of a picture in decibels.
  public var minPSNR: Double { frames.minPSNR }
  /// The mean SSIM of all pictures.
  public var meanSSIM: Double? { frames.meanSSIM }
  /// The lowest SSIM of a picture.
  public var minSSIM: Double? { frames.minSSIM }
  /// The VMAF scores of all pictures; nil unless VMAF was measured.
  public var vmaf: VMAFSummary? { frames.vmaf }
}
