import ReelGeometry
import ReelTracing

func path(_ points: (Double, Double)...) -> Path { Path(points: points.map { Point(x: $0.0, y: $0.1) }) }

/// The two strokes of a T on a small telephone.
let letterT = [path((70, 245), (350, 245)), path((205, 245), (205, 650))]

func tracer(
  _ paths: [Path], maxDistance: Double = 20, rule: Tracer.Rule = .anywhere
) throws -> Tracer {
  try TraceSession.Header(canvas: Size(width: 414, height: 896), expected: paths, maxDistance: maxDistance, rule: rule)
    .tracer()
}

extension Tracer {
  /// Draws a stroke through points, 10 ms apart, and returns its lines.
  @discardableResult
  mutating func draw(_ points: (Double, Double)..., touch: Int = 0, from start: Double = 0) -> [TracedLine] {
    draw(points.map { Point(x: $0.0, y: $0.1) }, touch: touch, from: start)
  }

  @discardableResult
  mutating func draw(_ points: [Point], touch: Int = 0, from start: Double = 0) -> [TracedLine] {
    var lines: [TracedLine] = []
    for (index, point) in points.enumerated() {
      let milliseconds = start + 10 * Double(index)
      lines += handle(
        TouchEvent(milliseconds: milliseconds, phase: index == 0 ? .began : .moved, point: point, touch: touch))
    }
    if let last = points.last {
      let milliseconds = start + 10 * Double(points.count)
      lines += handle(TouchEvent(milliseconds: milliseconds, phase: .ended, point: last, touch: touch))
    }
    return lines
  }
}
