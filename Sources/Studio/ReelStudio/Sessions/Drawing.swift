import ReelGeometry
import ReelInk
import ReelTracing

/// The judged drawing of a session: its strokes, without those that were undone.
struct Drawing: Sendable {
  /// The line that one finger drew from touching down to lifting.
  struct Stroke: Sendable {
    var touch: Int
    var points: [Point]
    /// The verdict on each line; line i goes from point i to point i + 1.
    var verdicts: [Verdict] = []
    var isOpen = true
  }

  /// The verdict on a line, as the page receives it.
  enum Verdict: Int, Sendable {
    case outside, inside
    /// In the corridor, but not due.
    case outOfTurn

    init(_ line: TracedLine) { self = line.isInside ? .inside : line.isOutOfTurn ? .outOfTurn : .outside }
  }

  var strokes: [Stroke] = []
  /// The path to trace next, and the mistake of the latest line out of turn.
  var next: Int?
  var mistake: Tracer.Mistake?
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
          strokes[index].verdicts.append(Verdict(line))
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
    (next, mistake) = (scorer.tracer.nextPath, scorer.tracer.mistake)
    let ledger = session.ledger().0
    (canUndo, canRedo) = (ledger.canUndo, ledger.canRedo)
  }

  /// The drawing as JSON, written by hand because a general encoder would take most of the time for a long session.
  var json: String {
    var text =
      "{\"canUndo\":\(canUndo),\"canRedo\":\(canRedo),\"score\":\(score.json(next: next, mistake: mistake)),\"strokes\":["
    for (index, stroke) in strokes.enumerated() {
      if index > 0 { text += "," }
      text += "{\"touch\":\(stroke.touch),\"isOpen\":\(stroke.isOpen),\"points\":["
      for (index, point) in stroke.points.enumerated() {
        if index > 0 { text += "," }
        text += "[\(JSONText.number(point.x)),\(JSONText.number(point.y))]"
      }
      text += "],\"inside\":["
      for (index, verdict) in stroke.verdicts.enumerated() {
        if index > 0 { text += "," }
        text += "\(verdict.rawValue)"
      }
      text += "]}"
    }
    return text + "]}"
  }
}

extension TraceScore {
  /// The score as JSON for the page, with the path to trace next and the latest mistake.
  func json(next: Int?, mistake: Tracer.Mistake?) -> String {
    let progress = progress.map(JSONText.number).joined(separator: ",")
    return """
      {"progress":[\(progress)],"isComplete":\(isComplete),"shareInside":\(JSONText.number(shareInside)),\
      "next":\(next.map { "\($0)" } ?? "null"),"mistake":\(mistake.map { "\"\($0.rawValue)\"" } ?? "null")}
      """
  }
}

extension TraceSession.Header {
  /// The task as JSON for the page to draw.
  func json(_ alphabets: AlphabetShelf) -> String {
    let paths = expected.map { JSONText.string($0.svg) }.joined(separator: ",")
    let points = keyPoints.map { "[\(JSONText.number($0.x)),\(JSONText.number($0.y))]" }.joined(separator: ",")
    let marks = StrokeMark.marks(of: expected, maxDistance: maxDistance).map { mark in
      """
      {"number":\(mark.number),"dot":[\(JSONText.number(mark.dot.x)),\(JSONText.number(mark.dot.y))],\
      "radius":\(JSONText.number(mark.radius)),"arrow":\(JSONText.string(mark.arrow.svg))}
      """
    }
    let letters = alphabets.letters(of: self).map { letter in
      let box = [letter.box.minX, letter.box.minY, letter.box.width, letter.box.height]
      return """
        {"text":\(JSONText.string(letter.text)),"paths":[\(letter.paths.lowerBound),\(letter.paths.upperBound)],\
        "box":[\(box.map(JSONText.number).joined(separator: ","))],"baseLine":\(JSONText.number(letter.baseLine)),\
        "xHeight":\(JSONText.number(letter.xHeight))}
        """
    }
    return """
      {"name":\(JSONText.string(name)),"canvas":[\(JSONText.number(canvas.width)),\(JSONText.number(canvas.height))],\
      "expected":[\(paths)],"keyPoints":[\(points)],"maxDistance":\(JSONText.number(maxDistance)),\
      "rule":"\(rule.rawValue)","minInside":\(JSONText.number(minInside)),\
      "marks":[\(marks.joined(separator: ","))],"letters":[\(letters.joined(separator: ","))]}
      """
  }
}

extension TraceSession.Header {
  /// How a neat hand traces the task, as JSON for the page: the strokes, each with its path and its points with their times.
  var demonstration: String {
    var strokes: [String] = []
    for (index, path) in expected.enumerated() {
      var points: [String] = []
      for event in SyntheticHand().trace([path], maxDistance: maxDistance) {
        let numbers = [event.milliseconds, event.point.x, event.point.y].map(JSONText.number)
        points.append("[\(numbers.joined(separator: ","))]")
        guard event.phase == .ended else { continue }
        strokes.append("{\"path\":\(index),\"points\":[\(points.joined(separator: ","))]}")
        points = []
      }
    }
    return "{\"strokes\":[\(strokes.joined(separator: ","))]}"
  }
}
