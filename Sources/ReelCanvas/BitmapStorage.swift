import ReelGeometry

/// The memory of one or several equal bitmaps.
///
/// Unchecked Sendable: bytes are written only through a `Bitmap` that holds the one reference to the storage
/// (`isKnownUniquelyReferenced`), so storage that two threads can see is never written. The same holds for `spareBytes`.
final class BitmapStorage: @unchecked Sendable {
  /// Rows begin at multiples of this, as vector instructions and swscale like it.
  static let alignment = 64

  let size: PixelSize
  let bytesPerRow: Int
  let bytes: UnsafeMutableRawBufferPointer

  init(size: PixelSize) {
    self.size = size
    bytesPerRow = (size.width * 4 + Self.alignment - 1) / Self.alignment * Self.alignment
    bytes = .allocate(byteCount: bytesPerRow * size.height, alignment: Self.alignment)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
  }

  init(copying other: BitmapStorage) {
    size = other.size
    bytesPerRow = other.bytesPerRow
    bytes = .allocate(byteCount: other.bytes.count, alignment: Self.alignment)
    bytes.copyMemory(from: UnsafeRawBufferPointer(other.bytes))
  }

  deinit {
    bytes.deallocate()
    spare?.deallocate()
  }

  private var spare: UnsafeMutableRawBufferPointer?

  /// As much memory again, for a drawing in progress; kept, since fresh memory costs more than the copying into it.
  var spareBytes: UnsafeMutableRawBufferPointer {
    if let spare { return spare }
    let made = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: Self.alignment)
    spare = made
    return made
  }

  /// The bytes of the pixels of a row, without the padding behind them.
  func row(_ y: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[y * bytesPerRow..<y * bytesPerRow + size.width * 4])
  }
}
