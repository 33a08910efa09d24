import ReelGeometry

extension TerminalFilm {
  /// Returns how many cells of the film's letters have room in a rectangle; nil where letters have no size of their own.
  ///
  /// - Parameter size: The rectangle, in pixels.
  package func cells(in size: Size) -> (columns: Int, rows: Int)? {
    guard let fontSize else { return nil }
    let metrics = TerminalMetrics(self, fontSize: fontSize)
    return (Int(clamping: size.width) / metrics.cellWidth, Int(clamping: size.height) / metrics.cellHeight)
  }
}

extension TerminalFilm {
  /// The colours in the terminal.
  package var shownPalette: TerminalPalette { palette }
}
