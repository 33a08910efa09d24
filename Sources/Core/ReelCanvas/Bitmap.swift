import ReelGeometry
import ReelPlatform

/// A framebuffer: a grid of premultiplied BGRA pixels, four bytes each, initially transparent.
///
/// A bitmap is a value with copy-on-write. Rows begin at multiples of 64 bytes, so `bytesPerRow` may be more than four times the width.
/// Equality and hashing consider only pixels, never the padding after a row.
public struct Bitmap: Sendable {
  /// The legal number of pixels on a side; the limit is Cairo's.
  public static let sideRange = 1...32_767

  private(set) var storage: BitmapStorage

  /// Creates a transparent bitmap.
  ///
  /// - Precondition: both sides lie in `sideRange`.
  public init(size: PixelSize) {
    precondition(
      Self.sideRange.contains(size.width) && Self.sideRange.contains(size.height),
      "a bitmap can't have \(size) pixels: both sides must be from 1 to 32767")
    storage = BitmapStorage(size: size)
  }

  /// Creates a transparent bitmap.
  ///
  /// - Precondition: both sides lie in `sideRange`.
  public init(width: Int, height: Int) { self.init(size: PixelSize(width: width, height: height)) }

  /// The extents in pixels.
  public var size: PixelSize { storage.size }
  /// The number of pixels in a row.
  public var width: Int { storage.size.width }
  /// The number of rows.
  public var height: Int { storage.size.height }
  /// The distance between the beginnings of consecutive rows, in bytes: a multiple of 64.
  public var bytesPerRow: Int { storage.bytesPerRow }

  /// Reads or writes the pixel in column x of row y, both counted from 0 at the top left.
  ///
  /// - Precondition: the pixel lies in the bitmap.
  public subscript(x: Int, y: Int) -> Pixel {
    get {
      storage.bytes.load(fromByteOffset: offset(x, y), as: Pixel.self)
    }
    set {
      let offset = offset(x, y)
      makeUnique()
      storage.bytes.storeBytes(of: newValue, toByteOffset: offset, as: Pixel.self)
    }
  }

  private func offset(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < width && y >= 0 && y < height, "pixel (\(x), \(y)) is outside a bitmap of \(size)")
    return y * bytesPerRow + x * 4
  }

  /// Sets every pixel.
  public mutating func fill(with pixel: Pixel) {
    makeUnique()
    storage.bytes.bindMemory(to: Pixel.self).update(repeating: pixel)
  }

  /// Calls a closure with all rows, `bytesPerRow` apart; the pointer is valid only in the closure.
  ///
  /// The bytes after the last pixel of a row are undefined.
  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
    try withExtendedLifetime(storage) { try body(UnsafeRawBufferPointer(storage.bytes)) }
  }

  /// Calls a closure that may write all rows, `bytesPerRow` apart; the pointer is valid only in the closure.
  ///
  /// If another bitmap shares the memory, it is copied first.
  public mutating func withUnsafeMutableBytes<R>(
    _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) rethrows -> R {
    makeUnique()
    return try withExtendedLifetime(storage) { try body(storage.bytes) }
  }

  /// Makes the storage unique before a change, copying the memory if necessary.
  mutating func makeUnique() {
    if !isUnique { storage = BitmapStorage(copying: storage) }
    storage.changeCount &+= 1
  }

  /// Whether no other bitmap uses its storage.
  var isUnique: Bool { mutating get { isKnownUniquelyReferenced(&storage) } }

  /// Copies a bitmap except the pixels of a region, which are undefined.
  init(copying other: Bitmap, without region: Region) {
    storage = BitmapStorage(copying: other.storage, without: region)
  }
}

extension Bitmap: Hashable {
  /// Returns whether two bitmaps have the same size and the same pixels.
  public static func == (a: Bitmap, b: Bitmap) -> Bool {
    if a.storage === b.storage { return true }
    guard a.size == b.size else { return false }
    return (0..<a.height).allSatisfy { y in
      let (left, right) = (a.storage.row(y), b.storage.row(y))
      guard let first = left.baseAddress, let second = right.baseAddress else { return true }
      return memcmp(first, second, left.count) == 0
    }
  }

  /// Feeds the size and all pixels to a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    for y in 0..<height { hasher.combine(bytes: storage.row(y)) }
  }
}
