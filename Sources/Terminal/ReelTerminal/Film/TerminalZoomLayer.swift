import ReelCanvas
import ReelGeometry
import ReelLayers

/// A magnified terminal with its window, above everything else.
///
/// Text is drawn at the next whole multiple of its size and scaled down, so that it is as sharp as without zoom.
final class TerminalZoomLayer: Layer {
  private let film: TerminalFilm
  private let course: ZoomCourse
  private let metrics: TerminalMetrics
  private let window: TerminalWindowLayer?
  private let highlights: TerminalHighlightLayer?
  /// The largest magnification, and the cells in the middle of the picture then.
  private let largest: Double
  private let middle: ZoomCourse.Cells
  /// The grids at whole multiples of the cell size.
  private var grids: [Int: TerminalGridLayer] = [:]
  private var terminal = Terminal(columns: 1, rows: 1)
  /// The frame of the cells without zoom.
  private var gridFrame = Rect.zero
  private var progress = 0.0

  /// - Parameters:
  ///   - film: The film, for its look.
  ///   - course: The part to zoom in on, and when.
  ///   - metrics: The measures of the terminal without zoom.
  ///   - frame: The whole picture.
  ///   - window: The window around the cells; nil for none.
  ///   - highlights: The outlines; nil for none.
  init(
    _ film: TerminalFilm, _ course: ZoomCourse, _ metrics: TerminalMetrics, frame: Rect, window: TerminalWindowLayer?,
    highlights: TerminalHighlightLayer?
  ) {
    (self.film, self.course, self.metrics) = (film, course, metrics)
    (self.window, self.highlights) = (window, highlights)
    // Two columns and a row on each side belong to the part.
    let width = Double((course.cells.columns.count + 4) * metrics.cellWidth)
    let height = Double((course.cells.rows.count + 2) * metrics.cellHeight)
    let fitting = min(frame.width / width, frame.height / height)
    largest = max(1, film.zoom.factor ?? min(fitting, TerminalZoom.largestScale))
    middle = largest > max(1, fitting) ? course.focus : course.cells
    super.init(frame: frame)
    isHidden = true
  }

  /// Shows a moment.
  ///
  /// - Parameters:
  ///   - terminal: The terminal to show.
  ///   - frame: The frame of its cells.
  ///   - time: The time of the film without a loop offset.
  ///   - hasChanged: Whether anything visible has changed.
  func show(_ terminal: Terminal, in frame: Rect, at time: Double, hasChanged: Bool) {
    let next = largest > 1 ? course.progress(at: time) : 0
    isHidden = next == 0
    if hasChanged || next != progress || frame != gridFrame { setNeedsDisplay() }
    (self.terminal, gridFrame, progress) = (terminal, frame, next)
  }

  override func draw(in context: GraphicsContext) throws {
    try context.withState {
      context.concatenate(view)
      if let window {
        window.drawWhole(in: context)
      } else {
        context.fill(bounds, with: .color(film.background ?? film.palette.with(terminal.colors).background))
      }
      try drawCells(scale, around: center, in: context)
      context.translate(x: gridFrame.minX, y: gridFrame.minY)
      highlights?.draw(in: context)
    }
  }

  /// The visible area shrinks at a constant rate.
  private var scale: Double { 1 / (1 - progress * (1 - 1 / largest)) }

  /// The transform from the whole picture to the magnified one.
  var view: AffineTransform {
    .translation(x: -center.x, y: -center.y).followed(by: .scale(scale))
      .followed(by: .translation(x: bounds.center.x, y: bounds.center.y))
  }

  /// The point in the middle of the picture, between the whole's centre and the part's, limited to keep the picture
  /// full.
  private var center: Point {
    let (rows, columns) = middle
    let (width, height) = (Double(metrics.cellWidth), Double(metrics.cellHeight))
    // At the largest magnification, the picture shows a rectangle of this size within the whole.
    let reach = Size(width: bounds.width / largest / 2, height: bounds.height / largest / 2)
    func clamped(_ value: Double, _ reach: Double, _ length: Double) -> Double {
      min(max(value, reach), length - reach)
    }
    let x = gridFrame.minX + Double(columns.lowerBound + columns.upperBound) / 2 * width
    let y = gridFrame.minY + Double(rows.lowerBound + rows.upperBound) / 2 * height
    let whole = bounds.center
    return Point(
      x: whole.x + (clamped(x, reach.width, bounds.width) - whole.x) * progress,
      y: whole.y + (clamped(y, reach.height, bounds.height) - whole.y) * progress)
  }

  /// Draws the visible cells.
  private func drawCells(_ scale: Double, around center: Point, in context: GraphicsContext) throws {
    let detail = Int(clamping: scale.rounded(.up))
    let grid =
      grids[detail]
      ?? TerminalGridLayer(film.palette, TerminalMetrics(film, fontSize: metrics.font.size * Double(detail)))
    grids[detail] = grid
    grid.show(terminal)
    func visible(_ center: Double, _ length: Double, _ start: Double, _ cell: Int, _ count: Int) -> Range<Int> {
      let (first, last) = (
        (center - length / scale / 2 - start) / Double(cell), (center + length / scale / 2 - start) / Double(cell)
      )
      let from = min(max(0, Int(clamping: first.rounded(.down))), count)
      return from..<min(max(from, Int(clamping: last.rounded(.up))), count)
    }
    let columns = visible(center.x, bounds.width, gridFrame.minX, metrics.cellWidth, terminal.columns)
    let rows = visible(center.y, bounds.height, gridFrame.minY, metrics.cellHeight, terminal.rows)
    guard !columns.isEmpty, !rows.isEmpty else { return }
    let (cellWidth, cellHeight) = grid.cellSize
    var picture = Bitmap(width: columns.count * cellWidth, height: rows.count * cellHeight)
    try picture.draw { context in
      context.translate(x: Double(-columns.lowerBound * cellWidth), y: Double(-rows.lowerBound * cellHeight))
      try grid.draw(in: context)
    }
    context.draw(
      picture,
      in: Rect(
        x: gridFrame.minX + Double(columns.lowerBound * metrics.cellWidth),
        y: gridFrame.minY + Double(rows.lowerBound * metrics.cellHeight),
        width: Double(columns.count * metrics.cellWidth), height: Double(rows.count * metrics.cellHeight)))
  }
}
