import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing

/// The lines that were traced so far.
final class InkLayer: Layer {
  /// Returns how a line is drawn: its colour, or nil for not at all.
  var color: (TracedLine) -> Color? = { _ in .black }
  /// Draws a line itself; false leaves it to the layer.
  var drawLine: (TracedLine, Color, GraphicsContext) -> Bool = { _, _, _ in false }
  /// Whether the colour follows from the verdict alone, and no line is drawn by the delegate.
  var isPlain: () -> Bool = { false }

  private let width: Double
  private var lines: ArraySlice<TracedLine> = []
  private var isComplete = false
  private var stretches: [InkStretch] = []
  /// The number of lines in all stretches: the maximum shown so far.
  private var measured = 0
  /// The rectangle that all of them may touch.
  private var surroundings = Rect.zero

  init(width: Double) {
    self.width = width
    super.init()
  }

  /// Shows the first lines of a session, more or fewer than before.
  ///
  /// - Parameter isComplete: whether everything has been traced, which may change the colour of all.
  func show(_ lines: ArraySlice<TracedLine>, isComplete: Bool) {
    if isComplete != self.isComplete { setNeedsDisplay() }
    for line in lines.count > self.lines.count ? lines[self.lines.endIndex...] : self.lines[lines.endIndex...] {
      setNeedsDisplay(line.surroundings(width))
    }
    (self.lines, self.isComplete) = (lines, isComplete)
    while measured < lines.endIndex {
      if measured.isMultiple(of: InkStretch.length) { stretches.append(InkStretch(lines[measured], width: width)) }
      stretches[measured / InkStretch.length].add(lines[measured], width: width)
      surroundings = surroundings.union(lines[measured].surroundings(width))
      measured += 1
    }
  }

  /// Draws runs of connected lines of one colour as one path, so that their joints are invisible.
  ///
  /// In a long session only the lines in the damage are visited, if leaving out the others does not change a bit.
  override func draw(in context: GraphicsContext) {
    var runs = InkRuns(width: width, context: context)
    let mayLeaveOut = isPlain() && context.strokesDirectly(in: surroundings, lineWidth: width)
    for (index, stretch) in stretches.enumerated() {
      let part = lines.dropFirst(index * InkStretch.length).prefix(InkStretch.length)
      guard let first = part.first, let last = part.last else { break }
      if mayLeaveOut, !context.canBeSeen(stretch.surroundings) {
        // A change of colour ends a run, visible or not.
        runs.begin(color(first))
        if !stretch.isUniform { runs.begin(nil) }
        runs.begin(color(last))
        continue
      }
      for line in part {
        guard let color = color(line), !drawLine(line, color, context) else { continue }
        runs.add(line, color)
      }
    }
    runs.flush()
  }
}

/// A stretch of consecutive lines.
private struct InkStretch {
  /// The number of lines in a stretch.
  static let length = 32

  /// The rectangle they may touch; larger if fewer lines are shown than before.
  private(set) var surroundings: Rect
  /// Whether all have one verdict.
  private(set) var isUniform = true
  private let isInside: Bool

  init(_ line: TracedLine, width: Double) {
    surroundings = line.surroundings(width)
    isInside = line.isInside
  }

  mutating func add(_ line: TracedLine, width: Double) {
    surroundings = surroundings.union(line.surroundings(width))
    if line.isInside != isInside { isUniform = false }
  }
}

/// Collects lines of one colour and draws them as one path.
private struct InkRuns {
  let width: Double
  let context: GraphicsContext
  private var run = Path()
  private var color: Color?

  init(width: Double, context: GraphicsContext) {
    self.width = width
    self.context = context
  }

  /// Begins a run, if the colour is another.
  mutating func begin(_ color: Color?) {
    guard color != self.color else { return }
    flush()
    self.color = color
  }

  mutating func add(_ line: TracedLine, _ color: Color) {
    begin(color)
    if run.currentPoint != line.start { run.move(to: line.start) }
    run.addLine(to: line.end)
  }

  mutating func flush() {
    if let color, !run.isEmpty { context.stroke(run, with: .color(color), style: .round(width: width)) }
    run = Path()
    color = nil
  }
}

extension TracedLine {
  /// The rectangle around the line with its width, and half as much again.
  fileprivate func surroundings(_ width: Double) -> Rect {
    let (left, top) = (min(start.x, end.x), min(start.y, end.y))
    return Rect(x: left, y: top, width: max(start.x, end.x) - left, height: max(start.y, end.y) - top)
      .inset(by: -width)
  }
}
