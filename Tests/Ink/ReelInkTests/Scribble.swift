import Foundation
import ReelGeometry
import ReelTestSupport
import ReelTracing

/// A drawing that covers a part of a sheet without following anything on it.
enum Scribble: CaseIterable {
  case wander, zigzag, spiral

  /// Returns the strokes of a hand that covers a rectangle.
  ///
  /// - Parameters:
  ///   - pitch: The distance between neighbouring lines.
  ///   - step: The distance between two events.
  func strokes(over rect: Rect, pitch: Double, step: Double, random: inout Seeded) -> [[Point]] {
    switch self {
    case .wander:
      // Until it is about as long as the lines of a zigzag.
      var points = [random.point(in: rect)]
      var rest = 1.5 * rect.width * rect.height / pitch
      while rest > 0 {
        let next = random.point(in: rect)
        rest -= points[points.count - 1].distance(to: next)
        points.append(next)
      }
      return [Self.sampled(points, step: step)]
    case .zigzag:
      let angle = random.double(0...(2 * .pi))
      let (along, across) = (Vector(dx: cos(angle), dy: sin(angle)), Vector(dx: -sin(angle), dy: cos(angle)))
      let radius = (rect.width * rect.width + rect.height * rect.height).squareRoot() / 2
      var points: [Point] = []
      for (row, offset) in stride(from: -radius, through: radius, by: pitch).enumerated() {
        let ends = Self.clip(from: rect.center + across * offset, along: along, to: rect)
        if let ends { points += row % 2 == 0 ? [ends.0, ends.1] : [ends.1, ends.0] }
      }
      return [Self.sampled(points, step: step)]
    case .spiral:
      let turns = (rect.width * rect.width + rect.height * rect.height).squareRoot() / 2 / pitch
      let points = (0...Int(turns * 64)).map { index in
        let angle = Double(index) / 64 * 2 * .pi
        return rect.center + Vector(dx: cos(angle), dy: sin(angle)) * (Double(index) / 64 * pitch)
      }
      return [Self.sampled(points, step: step)]
    }
  }

  private static func clip(from point: Point, along way: Vector, to rect: Rect) -> (Point, Point)? {
    var (low, high) = (-Double.infinity, Double.infinity)
    for (position, speed, range) in [
      (point.x, way.dx, rect.minX...rect.maxX), (point.y, way.dy, rect.minY...rect.maxY),
    ] {
      let (a, b) = ((range.lowerBound - position) / speed, (range.upperBound - position) / speed)
      (low, high) = (max(low, min(a, b)), min(high, max(a, b)))
    }
    return low < high ? (point + way * low, point + way * high) : nil
  }

  private static func sampled(_ corners: [Point], step: Double) -> [Point] {
    var points = Array(corners.prefix(1))
    var rest = step
    for (start, end) in zip(corners, corners.dropFirst()) {
      let length = start.distance(to: end)
      while rest <= length, length > 0 {
        points.append(start.interpolated(to: end, fraction: rest / length))
        rest += step
      }
      rest -= length
    }
    return points
  }
}

extension Seeded {
  mutating func point(in rect: Rect) -> Point {
    Point(x: double(rect.minX...rect.maxX), y: double(rect.minY...rect.maxY))
  }
}
