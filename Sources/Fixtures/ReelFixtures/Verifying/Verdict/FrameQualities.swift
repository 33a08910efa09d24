import ReelPlatform

/// The qualities of many pictures, 16 bytes each.
public struct FrameQualities: Hashable, Sendable, RandomAccessCollection {
  private struct Entry: Hashable, Sendable {
    var time: Float
    var number: Int32
    var psnr: Float
    var ssim: Float
  }

  private var entries: [Entry] = []
  /// The VMAF of each picture, NaN where it was too small; empty unless it was measured.
  private var scores: [Float] = []
  /// The VMAF of all pictures; nil unless it was measured.
  public private(set) var vmaf: VMAFSummary?
  private var errorSum = 0.0
  private var ssimSum = 0.0
  /// The lowest of a picture, in decibels; infinite if all are equal to the originals.
  public private(set) var minPSNR = Double.infinity
  /// The lowest of a picture.
  public private(set) var minSSIM: Double?

  /// Creates an empty collection.
  public init() {}

  mutating func append(number: Int, time: Double, _ quality: PictureQuality) {
    entries.append(
      Entry(
        time: Float(time), number: Int32(clamping: number), psnr: Float(quality.psnr), ssim: Float(quality.ssim ?? .nan)
      ))
    errorSum += pow(10, -quality.psnr / 10)
    ssimSum += quality.ssim ?? 0
    minPSNR = Swift.min(minPSNR, quality.psnr)
    if let ssim = quality.ssim { minSSIM = Swift.min(minSSIM ?? 1, ssim) }
  }

  /// Notes the VMAF of each picture.
  ///
  /// - Precondition: there is a score for each picture.
  mutating func note(vmaf scores: [Double]) {
    precondition(scores.count == count, "\(scores.count) scores are not those of \(count) pictures")
    self.scores = scores.map { Float($0) }
    vmaf = VMAFSummary(scores)
  }

  /// Returns a picture with its VMAF, which is known only when all have been seen.
  func scored(_ frame: QualitySummary.Frame) -> QualitySummary.Frame {
    guard !scores.isEmpty else { return frame }
    return first { $0.number == frame.number && $0.time == Double(Float(frame.time)) } ?? frame
  }

  /// Returns a picture for a report with its VMAF.
  func scored(_ entry: WorstPictures.Entry) -> WorstPictures.Entry {
    var entry = entry
    entry.frame = scored(entry.frame)
    return entry
  }

  /// The picture with the lowest VMAF, the first of several; nil unless it was measured.
  public var worstVMAF: QualitySummary.Frame? {
    scores.indices.filter { scores[$0].isFinite }.min { scores[$0] < scores[$1] }.map { self[$0] }
  }

  /// The mean of the errors, in decibels; infinite if all pictures are equal to the originals.
  public var meanPSNR: Double {
    errorSum == 0 ? .infinity : -10 * log10(errorSum / Double(entries.count))
  }

  /// The mean of all pictures.
  public var meanSSIM: Double? { minSSIM == nil ? nil : ssimSum / Double(entries.count) }

  /// The index of the first picture.
  public var startIndex: Int { 0 }
  /// The index after the last picture.
  public var endIndex: Int { entries.count }

  /// The quality of a picture, to about seven digits.
  public subscript(index: Int) -> QualitySummary.Frame {
    let entry = entries[index]
    return QualitySummary.Frame(
      number: Int(entry.number), time: Double(entry.time), psnr: Double(entry.psnr),
      ssim: entry.ssim.isNaN ? nil : Double(entry.ssim),
      vmaf: scores.isEmpty || scores[index].isNaN ? nil : Double(scores[index]))
  }
}
