import ReelPlatform

/// The qualities of many pictures, at 20 bytes each.
public struct FrameQualities: Hashable, Sendable, RandomAccessCollection {
  private struct Entry: Hashable, Sendable {
    var time: Float
    var number: Int32
    var psnr: Float
    var ssim: Float
    var chroma: Float
  }

  private var entries: [Entry] = []
  /// The VMAF of each picture, NaN for pictures that are too small; empty unless VMAF was measured.
  private var scores: [Float] = []
  /// The summary of all VMAF scores; nil unless VMAF was measured.
  public private(set) var vmaf: VMAFSummary?
  private var errorSum = 0.0
  private var ssimSum = 0.0
  /// The lowest PSNR of a picture in decibels; infinite if all pictures are equal to the originals.
  public private(set) var minPSNR = Double.infinity
  /// The lowest SSIM of a picture.
  public private(set) var minSSIM: Double?

  /// Creates an empty collection.
  public init() {}

  mutating func append(number: Int, time: Double, _ quality: PictureQuality, chroma: Double?) {
    entries.append(
      Entry(
        time: Float(time), number: Int32(clamping: number), psnr: Float(quality.psnr),
        ssim: Float(quality.ssim ?? .nan),
        chroma: Float(chroma ?? .nan)))
    errorSum += pow(10, -quality.psnr / 10)
    ssimSum += quality.ssim ?? 0
    minPSNR = Swift.min(minPSNR, quality.psnr)
    if let ssim = quality.ssim { minSSIM = Swift.min(minSSIM ?? 1, ssim) }
  }

  /// Stores the VMAF of each picture.
  ///
  /// - Precondition: There is one score for each picture.
  mutating func note(vmaf scores: [Double]) {
    precondition(scores.count == count, "\(scores.count) scores for \(count) pictures")
    self.scores = scores.map { Float($0) }
    vmaf = VMAFSummary(scores)
  }

  /// Returns a picture's quality including VMAF, which is known only at the end.
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

  /// The picture with the lowest VMAF, the first if there are several; nil unless VMAF was measured.
  public var worstVMAF: QualitySummary.Frame? {
    scores.indices.filter { scores[$0].isFinite }.min { scores[$0] < scores[$1] }.map { self[$0] }
  }

  /// The PSNR of the mean error in decibels; infinite if all pictures are equal to the originals.
  public var meanPSNR: Double {
    errorSum == 0 ? .infinity : -10 * log10(errorSum / Double(entries.count))
  }

  /// The mean SSIM of all pictures.
  public var meanSSIM: Double? { minSSIM == nil ? nil : ssimSum / Double(entries.count) }

  /// The index of the first picture.
  public var startIndex: Int { 0 }
  /// The index after the last picture.
  public var endIndex: Int { entries.count }

  /// The quality of a picture, with about seven significant digits.
  public subscript(index: Int) -> QualitySummary.Frame {
    let entry = entries[index]
    return QualitySummary.Frame(
      number: Int(entry.number), time: Double(entry.time), psnr: Double(entry.psnr),
      ssim: entry.ssim.isNaN ? nil : Double(entry.ssim), chroma: entry.chroma.isNaN ? nil : Double(entry.chroma),
      vmaf: scores.isEmpty || scores[index].isNaN ? nil : Double(scores[index]))
  }
}
