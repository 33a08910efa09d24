import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelTracing

/// The lines traced so far.
final class InkLayer: Layer {
  /// Returns the colour of a line, or nil to omit it.
  var color: (TracedLine) -> Color? = { _ in .black }
  /// Draws a line, or returns false to leave it to the layer.
  var drawLine: (TracedLine, Color, GraphicsContext) -> Bool = { _, _, _ in false }
  /// Whether colours follow from the verdict alone, and no lines are drawn by the delegate.
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

  /// Shows a number of lines from the beginning of a session, which may be fewer than before.
  ///
  /// - Parameter isComplete: Whether everything has been traced, which may change the colour of all lines.
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

  /// Draws connected lines of the same colour as one path, so that their joints are invisible.
  ///
  /// In a long session only the lines in the damage are visited, if omitting the others does not change a bit.
  override func draw(in context: GraphicsContext) {
    var runs = InkRuns(width: width, context: context)
    let mayLeaveOut = isPlain() && context.strokesDirectly(in: surroundings, lineWidth: width)
    for (index, stretch) in stretches.enumerated() {
      let part = lines.dropFirst(index * InkStretch.length).prefix(InkStretch.length)
      guard let first = part.first, let last = part.last else { break }
      if mayLeaveOut, !context.canBeSeen(stretch.surroundings) {
        // A change of colour ends a run, whether visible or not.
        runs.begin(first, color(first))
        if !stretch.isUniform { runs.flush() }
        runs.begin(last, color(last))
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

  /// The rectangle that the lines may touch; larger if fewer lines are shown than before.
  private(set) var surroundings: Rect
  /// Whether all lines have the same verdict.
  private(set) var isUniform = true
  private let verdict: [Bool]

  init(_ line: TracedLine, width: Double) {
    surroundings = line.surroundings(width)
    verdict = [line.isInside, line.isOutOfTurn]
  }

  mutating func add(_ line: TracedLine, width: Double) {
    surroundings = surroundings.union(line.surroundings(width))
    if [line.isInside, line.isOutOfTurn] != verdict { isUniform = false }
  }
}

/// Collects lines of the same colour and draws them as one path.
///
/// Lines outside are thinner, for people who can't tell red from black.
private struct InkRuns {
  let width: Double
  let context: GraphicsContext
  private var run = Path()
  private var color: Color?
  private var isThin = false

  /// The width of thin lines, as a fraction of the others'.
  private static let thin = 0.55

  init(width: Double, context: GraphicsContext) {
    self.width = width
    self.context = context
  }

  /// Begins a run if the colour or the width changes.
  mutating func begin(_ line: TracedLine, _ color: Color?) {
    guard color != self.color || line.isInside == isThin else { return }
    flush()
    (self.color, isThin) = (color, !line.isInside)
  }

  mutating func add(_ line: TracedLine, _ color: Color) {
    begin(line, color)
    if run.currentPoint != line.start { run.move(to: line.start) }
    run.addLine(to: line.end)
  }

  mutating func flush() {
    if let color, !run.isEmpty {
      context.stroke(run, with: .color(color), style: .round(width: isThin ? Self.thin * width : width))
    }
    run = Path()
    color = nil
  }
}

extension TracedLine {
  /// Returns the rectangle around the line, including its width and half as much again.
  fileprivate func surroundings(_ width: Double) -> Rect {
    let (left, top) = (min(start.x, end.x), min(start.y, end.y))
    return Rect(x: left, y: top, width: max(start.x, end.x) - left, height: max(start.y, end.y) - top)
      .inset(by: -width)
  }
}
