import ReelCanvas
import ReelGeometry

extension FrameMark {
  /// Draws the mark, and the number in digits below it, on a white plate in the middle of a frame.
  ///
  /// Everything is drawn in whole pixels: the same bytes on every machine. Where the frame is too low for digits, the mark
  /// stands alone.
  ///
  /// - Throws: `InvalidValue` for a frame smaller than `FrameMarkLayout.smallestSize`.
  public func draw(into bitmap: inout Bitmap) throws(InvalidValue) {
    let layout = try FrameMarkLayout(size: bitmap.size)
    PixelPainter.paint(&bitmap) { draw(with: $0, layout) }
  }

  func draw(with painter: PixelPainter, _ layout: FrameMarkLayout) {
    let cell = layout.cell
    painter.fill(
      x: layout.plateX, y: layout.plateY, width: layout.plateSize.width, height: layout.plateSize.height, .white)
    for row in 0..<Self.rows {
      for column in 0..<Self.columns where !isLight(column: column, row: row) {
        painter.fill(x: layout.x + column * cell, y: layout.y + row * cell, width: cell, height: cell, .black)
      }
    }
    guard let top = layout.digitsY else { return }
    let text = String(number)
    let left = layout.plateX + (layout.plateSize.width - DotFont.width(of: text) * layout.dot) / 2
    painter.write(text, x: left, y: top, dot: layout.dot, .black)
  }
}
