import ReelCanvas
import ReelGeometry
import ReelLayers

extension TextLayer {
  /// Creates an empty, centred line of text in a rectangle.
  package convenience init(centeredIn rect: Rect, font: Font, color: Color) {
    self.init(font: font, color: color)
    (alignment, verticalAlignment) = (.center, .middle)
    frame = rect
  }
}
