import ReelCanvas
import ReelGeometry
import ReelLayers

/// Outlines around a part of a terminal, and around each occurrence of a text.
final class TerminalHighlightLayer: Layer {
  private let words: String?
  private let region: TerminalRegion?
  private let color: Color
  private let metrics: TerminalMetrics
  private let unit: Double
  private var shown: [Rect] = []

  init(_ film: TerminalFilm, _ metrics: TerminalMetrics, unit: Double) {
    (words, region) = (film.highlight, film.highlightRegion)
    // Bright yellow.
    color = film.palette.colors[11]
    (self.metrics, self.unit) = (metrics, unit)
    super.init()
  }

  /// The distance between an outline and its cells.
  private var distance: Double { (3 * unit).rounded() }

  /// Updates the outlines for a moment.
  ///
  /// The layer has the size of the grid.
  func show(_ terminal: Terminal) {
    var rects: [Rect] = []
    if let region {
      let rows = region.rows.clamped(to: 1...terminal.rows)
      let columns = region.columns.clamped(to: 1...terminal.columns)
      rects.append(rect(rows.lowerBound - 1, rows.count, columns.lowerBound - 1..<columns.upperBound))
    }
    if let words { rects += terminal.occurrences(of: words).map { rect($0.row, 1, $0.columns) } }
    if rects != shown {
      shown = rects
      setNeedsDisplay()
    }
  }

  private func rect(_ row: Int, _ count: Int, _ columns: Range<Int>) -> Rect {
    Rect(
      x: Double(columns.lowerBound * metrics.cellWidth), y: Double(row * metrics.cellHeight),
      width: Double(columns.count * metrics.cellWidth), height: Double(count * metrics.cellHeight)
    ).inset(by: -distance)
  }

  override func draw(in context: GraphicsContext) {
    for rect in shown {
      let path = Path(roundedRect: rect, radius: 5 * unit)
      context.fill(path, with: .color(color.with(alpha: 0.14)))
      context.stroke(path, with: .color(color), style: StrokeStyle(width: max(1, 2.5 * unit)))
    }
  }
}
