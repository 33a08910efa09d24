import ReelCanvas
import ReelGeometry
import ReelLayers

extension TextLayer {
  /// Creates an empty line of text in the middle of a rectangle.
  convenience init(centeredIn rect: Rect, font: Font, color: Color) {
    self.init(font: font, color: color)
    (alignment, verticalAlignment) = (.center, .middle)
    frame = rect
  }
}
