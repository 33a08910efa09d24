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
  private(set) var lines: [TracedLine] = []

  init(width: Double) {
    self.width = width
    super.init()
  }

  func add(_ line: TracedLine) {
    lines.append(line)
    let box = Path(points: [line.start, line.end]).controlBounds ?? .zero
    setNeedsDisplay(box.inset(by: -width))
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
