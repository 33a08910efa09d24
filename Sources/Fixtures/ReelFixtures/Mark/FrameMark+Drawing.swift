import ReelCanvas
import ReelGeometry

extension FrameMark {
  /// Draws the mark into a frame, and the number as digits if there is room.
  ///
  /// Version 1 is one mark in the middle, with its digits on the same white plate. Version 2 is two marks in opposite
  /// corners, with colours and greys between them. Everything is drawn in whole pixels, so it has the same bytes on
  /// every machine.
  ///
  /// - Parameters:
  ///   - bitmap: The frame.
  ///   - version: The version of the mark, from `FixtureRecipe.drawings`.
  /// - Throws: `InvalidValue` for a frame smaller than `FrameMarkLayout.smallestSize`, and for an unknown version.
  public func draw(into bitmap: inout Bitmap, version: Int = FixtureRecipe.drawings.upperBound) throws(InvalidValue) {
    let layout = try FrameMarkForm(version: version, size: bitmap.size)
    PixelPainter.paint(&bitmap) { draw(with: $0, layout) }
  }

  func draw(with painter: some PixelSurface, _ form: FrameMarkForm) {
    switch form {
    case .single(let layout): draw(with: painter, layout)
    case .double(let layout): draw(with: painter, layout)
    }
  }

  func draw(with painter: some PixelSurface, _ layout: FrameMarkLayout) {
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
