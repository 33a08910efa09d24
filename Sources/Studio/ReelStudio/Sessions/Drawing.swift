import ReelGeometry
import ReelTracing

/// The judged drawing of a session: its strokes, without those that were undone.
struct Drawing: Sendable {
  /// The line that one finger drew from touching down to lifting.
  struct Stroke: Sendable {
    var touch: Int
    var points: [Point]
    /// Whether each line is inside; line i goes from point i to point i + 1.
    var inside: [Bool] = []
    var isOpen = true
  }

  var strokes: [Stroke] = []
  var score: TraceScore
  var canUndo = false
  var canRedo = false

  /// Judges a session.
  ///
  /// - Throws: `InvalidValue` for paths that can't be traced.
  init(_ session: TraceSession) throws {
    let kept = session.leavingOutUndone()
    var scorer = try TraceScorer(session.header)
    var open: [Int: Int] = [:]
    for event in kept.events where event.point.x.isFinite && event.point.y.isFinite {
      let line = scorer.handle(event).first
      switch event.phase {
      case .moved where open[event.touch] != nil, .ended:
        guard let index = open[event.touch] else { continue }
        if let line {
          strokes[index].points.append(line.end)
          strokes[index].inside.append(line.isInside)
        }
        guard event.phase == .ended else { continue }
        strokes[index].isOpen = false
        open[event.touch] = nil
      case .cancelled:
        if let index = open.removeValue(forKey: event.touch) { strokes[index].isOpen = false }
      case .began, .moved:
        if let index = open[event.touch] { strokes[index].isOpen = false }
        open[event.touch] = strokes.count
        strokes.append(Stroke(touch: event.touch, points: [event.point]))
      }
    }
    score = scorer.score
    let ledger = session.ledger().0
    (canUndo, canRedo) = (ledger.canUndo, ledger.canRedo)
  }

  /// The drawing as JSON, written by hand because a general encoder would take most of the time for a long session.
  var json: String {
    var text = "{\"canUndo\":\(canUndo),\"canRedo\":\(canRedo),\"score\":\(score.json),\"strokes\":["
    for (index, stroke) in strokes.enumerated() {
      if index > 0 { text += "," }
      text += "{\"touch\":\(stroke.touch),\"isOpen\":\(stroke.isOpen),\"points\":["
      for (index, point) in stroke.points.enumerated() {
        if index > 0 { text += "," }
        text += "[\(JSONText.number(point.x)),\(JSONText.number(point.y))]"
      }
      text += "],\"inside\":["
      for (index, isInside) in stroke.inside.enumerated() {
        if index > 0 { text += "," }
        text += isInside ? "1" : "0"
      }
      text += "]}"
    }
    return text + "]}"
  }
}

extension TraceScore {
  /// The score as JSON for the page.
  var json: String {
    let progress = progress.map(JSONText.number).joined(separator: ",")
    return "{\"progress\":[\(progress)],\"isComplete\":\(isComplete),\"shareInside\":\(JSONText.number(shareInside))}"
  }
}

extension TraceSession.Header {
  /// The task as JSON for the page to draw.
  var json: String {
    let paths = expected.map { JSONText.string($0.svg) }.joined(separator: ",")
    let points = keyPoints.map { "[\(JSONText.number($0.x)),\(JSONText.number($0.y))]" }.joined(separator: ",")
    return """
      {"name":\(JSONText.string(name)),"canvas":[\(JSONText.number(canvas.width)),\(JSONText.number(canvas.height))],\
      "expected":[\(paths)],"keyPoints":[\(points)],"maxDistance":\(JSONText.number(maxDistance)),\
      "rule":"\(rule.rawValue)"}
      """
  }
}
