import ReelGeometry

/// A rectangle of whole pixels of a frame.
struct PictureBox: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// Creates a rectangle.
  init(x: Int, y: Int, width: Int, height: Int) { (self.x, self.y, self.width, self.height) = (x, y, width, height) }

  /// Creates the rectangle of a whole frame.
  init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }

  /// The number of pixels.
  var area: Int { width * height }

  /// Whether a pixel lies within the rectangle.
  func contains(_ column: Int, _ row: Int) -> Bool {
    column >= x && column < x + width && row >= y && row < y + height
  }
}
