/// The size of a pixel grid, such as a framebuffer or a video frame.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The number of pixels in a row.
  public var width: Int
  /// The number of rows.
  public var height: Int

  /// Creates a size from a number of columns and rows.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The same extents as floating-point numbers.
  public var size: Size { Size(width: Double(width), height: Double(height)) }

  /// The rectangle from the origin that covers the whole grid.
  public var bounds: Rect { Rect(origin: .zero, size: size) }

  /// The number of pixels.
  public var area: Int { width * height }

  /// The usual notation: `1280x720`.
  public var description: String { "\(width)x\(height)" }
}
