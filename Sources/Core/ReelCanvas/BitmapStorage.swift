import ReelGeometry

/// The memory shared by equal bitmaps.
///
/// Unchecked Sendable: bytes are written only through a `Bitmap` that holds the only reference to the storage
/// (`isKnownUniquelyReferenced`), so storage visible to two threads is never written.
final class BitmapStorage: @unchecked Sendable {
  /// The alignment of rows, chosen so that a vector that begins on a row's last pixel ends within the row's padding.
  static let alignment = 64

  let size: PixelSize
  let bytesPerRow: Int
  /// The memory, which may be larger than the rows.
  private let memory: UnsafeMutableRawBufferPointer
  /// The bytes of the rows, including padding.
  let bytes: UnsafeMutableRawBufferPointer

  init(size: PixelSize) {
    self.size = size
    bytesPerRow = Self.bytesPerRow(size)
    memory = PixelPool.shared.takeCleared(bytesPerRow * size.height)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<(bytesPerRow * size.height)])
  }

  /// Copies all pixels, or those outside a region; the rest are undefined.
  init(copying other: BitmapStorage, without region: Region? = nil) {
    size = other.size
    bytesPerRow = other.bytesPerRow
    memory = PixelPool.shared.take(other.bytes.count)
    bytes = UnsafeMutableRawBufferPointer(rebasing: memory[..<other.bytes.count])
    if let region {
      copy(region.inverted, from: other)
    } else {
      bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
    }
  }

  /// The number of writes whose extent is unknown.
  var changeCount = 0

  /// Copies the pixels of a region from memory of the same size.
  func copy(_ region: Region, from other: BitmapStorage) {
    for run in runs(of: region) {
      UnsafeMutableRawBufferPointer(rebasing: bytes[run])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[run]))
    }
  }

  deinit { PixelPool.shared.give(memory) }

  private static func bytesPerRow(_ size: PixelSize) -> Int {
    (size.width * 4 + alignment - 1) / alignment * alignment
  }

  /// The runs of bytes that hold a region's pixels.
  func runs(of region: Region) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for rect in region.rects {
      let (x, y) = (Int(clamping: rect.minX), Int(clamping: rect.minY))
      let start = y * bytesPerRow + x * 4
      if Int(clamping: rect.width) == size.width {
        // Whole rows are contiguous, including padding.
        runs.append(start..<start + Int(clamping: rect.height) * bytesPerRow)
      } else {
        for row in 0..<Int(clamping: rect.height) {
          runs.append(start + row * bytesPerRow..<start + row * bytesPerRow + Int(clamping: rect.width) * 4)
        }
      }
    }
    return runs
  }

  /// The pixel bytes of a row, without padding.
  func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + size.width * 4])
  }
}
