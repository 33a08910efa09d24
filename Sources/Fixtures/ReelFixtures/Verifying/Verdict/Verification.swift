import ReelCanvas

/// The result of verifying a movie.
public struct Verification: Hashable, Sendable {
  /// A reason why a movie is not as expected.
  public enum Difference: Hashable, Sendable {
    /// Something unintended happened.
    case unexpected(Finding)
    /// A deliberate fault is not found.
    case missing(Finding)
    /// An expectation of the user is not met.
    case demand(Expectation, found: String)

    /// The finding's kind, or the name of what was demanded: what movies are grouped by.
    public var topic: String {
      switch self {
      case .unexpected(let finding): finding.kind.rawValue
      case .missing(let finding): "no longer \(finding.kind.rawValue)"
      case .demand(let expectation, _): expectation.description
      }
    }
  }

  /// The movie, as it was named.
  public var file: String
  /// The manifest that was used, if any.
  public var manifest: String?
  /// The number of pictures.
  public var pictureCount = 0
  /// The number of pictures whose mark was read.
  public var readCount = 0
  /// Pictures per second.
  public var frameRate = 0.0
  /// What each picture shows, and when, in the order of the movie.
  public var showings: [Showing] = []
  /// All findings.
  public var findings: [Finding] = []
  /// The deliberate faults in the manifest.
  public var intended: [Finding] = []
  /// The deliberate damage to the file, in words; its consequences are expected.
  public var intendedDamage: String?
  /// How the pictures compare with the re-drawn originals; nil if they can't be drawn without a manifest.
  public var quality: QualitySummary?
  /// How most pictures have to be turned to stand upright, beyond what a player does by itself; nil if no mark was read.
  public var orientation: ImageOrientation?
  /// How much later the sound is heard than it was made to be, in seconds: the median of all beeps; nil if there are none.
  public var soundOffset: Double?
  /// The same of the beep that is farthest off.
  public var worstSoundOffset: Double?
  /// Whether VMAF was to be measured, which takes a manifest and pictures that can be compared.
  var asksForVMAF = false
  /// Why it is not as expected; empty if it is.
  public var differences: [Difference] = []

  /// Creates the verification of a movie.
  public init(file: String) { self.file = file }

  /// Whether everything is as expected.
  public var isAsExpected: Bool { differences.isEmpty }

  /// Compares the findings with the intended faults and the expectations.
  ///
  /// - Parameters:
  ///   - expectations: for what they name, nothing else counts.
  ///   - tolerance: how far two lengths may be apart that count as the same, in seconds.
  mutating func judge(_ expectations: [Expectation], tolerance: Double) {
    let demanded = Set(expectations.flatMap(\.measure.kinds))
    differences = expectations.compactMap { expectation in
      expectation.failure(in: self, tolerance: tolerance).map { .demand(expectation, found: $0) }
    }
    guard intendedDamage == nil else { return }
    let unexpected = Finding.subtract(intended, from: findings, tolerance: tolerance)
    let missing = Finding.subtract(findings, from: intended, tolerance: tolerance)
    // Many containers can't store where a clip begins, so a constant shift of all frames is not a difference.
    let judged = { (finding: Finding) in !demanded.contains(finding.kind) && finding.kind != .startOffset }
    differences += unexpected.filter(judged).map { .unexpected($0) }
    differences += missing.filter(judged).map { .missing($0) }
  }

  /// How much of a kind was found, in the unit of its spans; 0 if there is none.
  func amount(of kind: Finding.Kind) -> Double { findings.first { $0.kind == kind }?.spans.first?.amount ?? 0 }
}

/// How the pictures of a movie compare with the originals.
public struct QualitySummary: Hashable, Sendable {
  /// One picture.
  public struct Frame: Hashable, Sendable {
    /// The number of the frame.
    public var number: Int
    /// When it is shown, in seconds.
    public var time: Double
    /// In decibels; infinite for equal pictures.
    public var psnr: Double
    /// Nil for pictures below 8×8.
    public var ssim: Double?
    /// From 0 to 100; nil unless it was measured.
    public var vmaf: Double?
  }

  /// The pictures that were compared, in the order of showing.
  public internal(set) var frames: FrameQualities
  /// The worst of them, the worst first.
  public internal(set) var worst: [Frame]
  /// The mean PSNR of blue's and red's chroma over some of the pictures, in decibels; infinite for equal ones, nil where pictures were scaled,
  /// cut or turned, or have no chroma of 8 bits.
  public internal(set) var chromaPSNR: Double?

  /// The mean over all pictures of the error, in decibels, as FFmpeg's `average` is; infinite for equal pictures.
  public var meanPSNR: Double { frames.meanPSNR }
  /// The lowest of a picture, in decibels.
  public var minPSNR: Double { frames.minPSNR }
  /// The mean of all pictures.
  public var meanSSIM: Double? { frames.meanSSIM }
  /// The lowest of a picture.
  public var minSSIM: Double? { frames.minSSIM }
  /// What VMAF tells of all pictures; nil unless it was measured.
  public var vmaf: VMAFSummary? { frames.vmaf }
}
