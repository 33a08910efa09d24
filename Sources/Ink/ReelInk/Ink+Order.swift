import ReelFiles
import ReelGeometry

extension Ink {
  /// Mirrors everything across the x axis.
  mutating func turnUpsideDown() {
    let mirror = AffineTransform.scale(x: 1, y: -1)
    for stroke in strokes.indices {
      for index in strokes[stroke].points.indices { strokes[stroke].points[index].point.y *= -1 }
    }
    expected = expected.map { $0.applying(mirror) }
    if recorded != nil { recorded = nil }
  }

  /// Ensures that time does not run backwards, within a stroke and from one stroke of a finger to the next.
  mutating func putTimesInOrder() {
    var latest: [Int: Double] = [:]
    for stroke in strokes.indices {
      let touch = strokes[stroke].touch
      guard let first = strokes[stroke].points.first?.milliseconds else { continue }
      var shift = 0.0
      if let before = latest[touch], first < before {
        shift = before - first
        addNote("times that run backwards were put in order")
      }
      var now = first + shift
      for index in strokes[stroke].points.indices {
        guard let time = strokes[stroke].points[index].milliseconds else { continue }
        if time + shift < now { addNote("times that run backwards were put in order") }
        now = max(now, time + shift)
        if now != time { strokes[stroke].points[index].milliseconds = now }
      }
      latest[touch] = now
    }
    if !strokes.isEmpty, !hasTime { addNote("the file has no times: a constant speed is assumed") }
  }

  /// Converts paths to trace into drawn strokes, without times.
  mutating func makeStrokesOfPaths(limit: Int, name: String) throws(FormatError) {
    let box = expected.reduce(into: Bounds()) { box, path in
      if let bounds = path.controlBounds { box.add(bounds) }
    }
    // 1/2000 of the drawing is less than a pixel on a canvas of that size.
    let tolerance = max(box.rect.width, box.rect.height) / 2000
    var count = 0
    for index in expected.indices {
      for line in expected[index].flattened(tolerance: tolerance > 0 ? tolerance : 1) {
        count += line.count
        guard count <= limit else {
          throw FormatError(file: name, reason: "expected at most \(limit) points, found more")
        }
        strokes.append(Stroke(points: line.map { Sample($0) }))
      }
      // Each path is released as its stroke is made, so that memory never holds both.
      expected[index] = Path()
    }
    expected = []
  }

  private mutating func addNote(_ text: String) { if !notes.contains(text) { notes.append(text) } }
}

/// The smallest rectangle around points.
struct Bounds {
  private var minX = Double.infinity
  private var minY = Double.infinity
  private var maxX = -Double.infinity
  private var maxY = -Double.infinity

  mutating func add(_ point: Point) {
    (minX, maxX) = (min(minX, point.x), max(maxX, point.x))
    (minY, maxY) = (min(minY, point.y), max(maxY, point.y))
  }

  mutating func add(_ rect: Rect) {
    add(rect.origin)
    add(Point(x: rect.maxX, y: rect.maxY))
  }

  /// The rectangle; `Rect.zero` around nothing.
  var rect: Rect { minX <= maxX ? Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) : .zero }
}
