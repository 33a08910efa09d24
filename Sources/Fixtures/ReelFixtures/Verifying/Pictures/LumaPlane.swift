import ReelGeometry

/// The luma of a picture: one byte a pixel, rows without padding.
public struct LumaPlane: Hashable, Sendable {
  /// The width and height in pixels.
  public let size: PixelSize
  /// The bytes, row by row from the top.
  public var bytes: [UInt8]

  /// Creates a plane.
  ///
  /// - Precondition: `bytes` has width × height bytes.
  public init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.area, "\(bytes.count) bytes are not a picture of \(size)")
    self.size = size
    self.bytes = bytes
  }

  /// Creates a plane of uniform luma.
  public init(size: PixelSize, repeating value: UInt8 = 0) {
    self.init(size: size, bytes: [UInt8](repeating: value, count: size.area))
  }

  /// Reads a pixel.
  public subscript(x: Int, y: Int) -> UInt8 {
    get { bytes[y * size.width + x] }
    set { bytes[y * size.width + x] = newValue }
  }

  /// Returns the part of the picture in these columns and rows; the picture itself if that is all of it.
  func cut(x: Range<Int>, y: Range<Int>) -> LumaPlane {
    if x == 0..<size.width, y == 0..<size.height { return self }
    let bytes = y.flatMap { row in self.bytes[(row * size.width + x.lowerBound)..<(row * size.width + x.upperBound)] }
    return LumaPlane(size: PixelSize(width: x.count, height: y.count), bytes: bytes)
  }
}
