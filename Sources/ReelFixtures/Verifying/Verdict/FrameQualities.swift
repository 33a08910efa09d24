#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The qualities of many pictures, 16 bytes each.
public struct FrameQualities: Hashable, Sendable, RandomAccessCollection {
  private struct Entry: Hashable, Sendable {
    var time: Float
    var number: Int32
    var psnr: Float
    var ssim: Float
  }

  private var entries: [Entry] = []
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
      ssim: entry.ssim.isNaN ? nil : Double(entry.ssim))
  }
}
