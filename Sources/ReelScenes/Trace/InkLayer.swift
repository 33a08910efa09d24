import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing

/// The lines that were traced so far.
final class InkLayer: Layer {
  /// Returns how a line is drawn: its colour, or nil for not at all.
  var color: (TracedLine) -> Color? = { _ in .black }
  /// Draws a line in another way; false leaves it to the layer.
  var drawLine: (TracedLine, Color, GraphicsContext) -> Bool = { _, _, _ in false }

  private let width: Double
  private var lines: ArraySlice<TracedLine> = []
  private var isComplete = false

  init(width: Double) {
    self.width = width
    super.init()
  }

  /// Shows the first of the lines of a session: more or less of those that are shown.
  ///
  /// - Parameter isComplete: whether everything has been traced, which may change the colour of all.
  func show(_ lines: ArraySlice<TracedLine>, isComplete: Bool) {
    if isComplete != self.isComplete { setNeedsDisplay() }
    for line in lines.count > self.lines.count ? lines[self.lines.endIndex...] : self.lines[lines.endIndex...] {
      let box = Path(points: [line.start, line.end]).controlBounds ?? .zero
      setNeedsDisplay(box.inset(by: -width))
    }
    (self.lines, self.isComplete) = (lines, isComplete)
  }

  /// Draws runs of lines that meet and have one colour as one path, so that their joints are not seen.
  override func draw(in context: GraphicsContext) {
    var run = Path()
    var runColor: Color?
    for line in lines {
      guard let color = color(line) else { continue }
      if drawLine(line, color, context) { continue }
      if color != runColor || run.currentPoint != line.start {
        if color != runColor { flush(&run, runColor, context) }
        run.move(to: line.start)
        runColor = color
      }
      run.addLine(to: line.end)
    }
    flush(&run, runColor, context)
  }

  private func flush(_ run: inout Path, _ color: Color?, _ context: GraphicsContext) {
    if let color, !run.isEmpty { context.stroke(run, with: .color(color), style: .round(width: width)) }
    run = Path()
  }
}
