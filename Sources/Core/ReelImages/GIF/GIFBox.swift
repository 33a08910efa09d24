/// A rectangle of whole pixels of a frame.
struct GIFBox: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The number of pixels.
  var area: Int { width * height }

  /// Whether a pixel lies within the rectangle.
  func contains(_ column: Int, _ row: Int) -> Bool {
    column >= x && column < x + width && row >= y && row < y + height
  }
}
