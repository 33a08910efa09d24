import ReelGeometry

extension TerminalFilm {
  /// Returns the number of cells that fit a rectangle at the film's font size; nil if the font size is automatic.
  ///
  /// - Parameter size: The rectangle, in pixels.
  package func cells(in size: Size) -> (columns: Int, rows: Int)? {
    guard let fontSize else { return nil }
    let metrics = TerminalMetrics(self, fontSize: fontSize)
    return (Int(clamping: size.width) / metrics.cellWidth, Int(clamping: size.height) / metrics.cellHeight)
  }
}

extension TerminalFilm {
  /// The terminal's colours.
  package var shownPalette: TerminalPalette { palette }
}
