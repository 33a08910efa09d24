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
  /// Whether the colour follows from the verdict alone, and no line is drawn in another way.
  var isPlain: () -> Bool = { false }

  private let width: Double
  private var lines: ArraySlice<TracedLine> = []
  private var isComplete = false
  private var stretches: [InkStretch] = []
  /// The number of lines in all stretches: the most that were shown so far.
  private var measured = 0
  /// What all of them may blacken.
  private var surroundings = Rect.zero

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

  /// Draws runs of lines that meet and have one colour as one path, so that their joints are not seen.
  ///
  /// Of a long session only the lines in the damage are looked at, where leaving the others out makes no difference to the last bit.
  override func draw(in context: GraphicsContext) {
    var runs = InkRuns(width: width, context: context)
    let mayLeaveOut = isPlain() && context.strokesDirectly(in: surroundings, lineWidth: width)
    for (index, stretch) in stretches.enumerated() {
      let part = lines.dropFirst(index * InkStretch.length).prefix(InkStretch.length)
      guard let first = part.first, let last = part.last else { break }
      if mayLeaveOut, !context.canBeSeen(stretch.surroundings) {
        // A change of colour ends a run, seen or not.
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

/// Some lines that follow one another.
private struct InkStretch {
  /// The number of lines in one.
  static let length = 32

  /// What they may blacken; more where fewer lines are shown than were before.
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
  /// The rectangle around the line as it is drawn in a width, and half as much again.
  fileprivate func surroundings(_ width: Double) -> Rect {
    let (left, top) = (min(start.x, end.x), min(start.y, end.y))
    return Rect(x: left, y: top, width: max(start.x, end.x) - left, height: max(start.y, end.y) - top)
      .inset(by: -width)
  }
}
