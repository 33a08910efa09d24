import ReelCanvas
import ReelGeometry
import ReelVideo

/// The pictures of a movie that differ most from their originals, kept for a report.
struct WorstPictures {
  /// One of the pictures, upright.
  struct Entry {
    var frame: QualitySummary.Frame
    var seen: Bitmap
    /// The original; nil for one that can be drawn again.
    var drawn: Bitmap?
    var difference: Bitmap
  }

  private(set) var entries: [Entry] = []
  private let most: Int

  init(most: Int) { self.most = most }

  /// Keeps a picture if it is among the worst.
  ///
  /// Equal pictures are skipped, and a frame is kept only once. The planes may be upright already.
  mutating func offer(
    _ frame: QualitySummary.Frame, _ picture: ClipFrame, _ orientation: ImageOrientation, _ seen: LumaPlane,
    _ drawn: LumaPlane, isUpright: Bool = false, original: () throws -> Bitmap? = { nil }
  ) throws {
    guard most > 0, frame.psnr.isFinite, !entries.contains(where: { $0.frame.number == frame.number }),
      entries.count < most || frame.psnr < (entries.last?.frame.psnr ?? 0)
    else { return }
    let entry = Entry(
      frame: frame, seen: try picture.bitmap().oriented(orientation), drawn: try original(),
      difference: Self.difference(seen, drawn).oriented(isUpright ? .up : orientation))
    let index = entries.firstIndex { $0.frame.psnr > frame.psnr } ?? entries.count
    entries.insert(entry, at: index)
    if entries.count > most { entries.removeLast() }
  }

  /// Returns the difference between two planes, amplified four times.
  private static func difference(_ a: LumaPlane, _ b: LumaPlane) -> Bitmap {
    var bitmap = Bitmap(size: a.size)
    for y in 0..<a.size.height {
      for x in 0..<a.size.width {
        let value = UInt8(min(255, 4 * abs(Int(a[x, y]) - Int(b[x, y]))))
        bitmap[x, y] = Pixel(red: value, green: value, blue: value)
      }
    }
    return bitmap
  }
}
