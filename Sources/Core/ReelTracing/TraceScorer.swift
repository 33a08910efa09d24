import ReelGeometry

/// Scores a session event by event, for sessions too long to hold in memory.
public struct TraceScorer: Sendable {
  /// The tracer that judges the lines.
  public private(set) var tracer: Tracer

  private struct Sum {
    var length = 0.0
    var inside = 0.0
    var outsideLines = 0

    mutating func add(_ line: TracedLine) {
      length += line.length
      if line.isInCorridor { inside += line.length } else { outsideLines += 1 }
    }

    var share: Double { length > 0 ? inside / length : outsideLines == 0 ? 1 : 0 }
  }

  private struct OpenStroke {
    var index: Int
    var sum = Sum()
  }

  private let shortestPause: Double
  private var sum = Sum()
  private var strokes: [TraceScore.Stroke] = []
  private var pauses: [TraceScore.Pause] = []
  private var open: [Int: OpenStroke] = [:]
  private var first: Double?
  private var last = 0.0
  /// The time since when nothing has moved.
  private var still: Double?

  /// Creates a scorer without any events.
  ///
  /// - Throws: `InvalidValue` for expected paths that can't be traced.
  public init(_ header: TraceSession.Header, shortestPause: Double = 500) throws(InvalidValue) {
    tracer = try header.tracer()
    self.shortestPause = shortestPause
  }

  /// The score of the events so far.
  public var score: TraceScore {
    TraceScore(
      tracer: tracer, shareInside: sum.share, length: sum.length, milliseconds: first.map { last - $0 } ?? 0,
      strokes: strokes, pauses: pauses)
  }

  /// Records an event and returns the lines that it adds, as the tracer does.
  @discardableResult
  public mutating func handle(_ event: TouchEvent) -> [TracedLine] {
    let lines = tracer.handle(event)
    guard event.point.x.isFinite, event.point.y.isFinite, event.milliseconds.isFinite else { return lines }
    if first == nil { first = event.milliseconds }
    last = event.milliseconds
    for line in lines { sum.add(line) }
    if event.phase == .began || lines.contains(where: { $0.length > 0 }) { endPause(at: event.milliseconds) }
    if event.phase == .began || (event.phase == .moved && open[event.touch] == nil) {
      open[event.touch] = OpenStroke(index: strokes.count)
      strokes.append(
        TraceScore.Stroke(
          touch: event.touch, startMilliseconds: event.milliseconds, milliseconds: 0, length: 0, shareInside: 1))
    }
    if var stroke = open[event.touch] {
      for line in lines { stroke.sum.add(line) }
      strokes[stroke.index].milliseconds = event.milliseconds - strokes[stroke.index].startMilliseconds
      strokes[stroke.index].length = stroke.sum.length
      strokes[stroke.index].shareInside = stroke.sum.share
      open[event.touch] = event.phase == .ended || event.phase == .cancelled ? nil : stroke
    }
    return lines
  }

  /// Ends a period without movement, which counts as a pause if it was long enough.
  private mutating func endPause(at milliseconds: Double) {
    defer { still = milliseconds }
    guard let still, milliseconds - still >= shortestPause else { return }
    pauses.append(TraceScore.Pause(startMilliseconds: still, milliseconds: milliseconds - still))
  }
}
