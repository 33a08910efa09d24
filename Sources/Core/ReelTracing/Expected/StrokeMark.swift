import ReelGeometry

/// Where a path begins, and which way it goes: a dot with the path's number, and an arrow.
public struct StrokeMark: Hashable, Sendable {
  /// The number of the path, counted from 1.
  public var number: Int
  /// The centre of the dot: the beginning of the path, or a point soon after it where another dot is in the way.
  public var dot: Point
  /// The radius of the dot.
  public var radius: Double
  /// The arrow along the path with its head; empty for a path too short for one.
  public var arrow: Path

  /// Returns the marks of paths, one for each that is not empty.
  ///
  /// - Parameters:
  ///   - paths: The expected paths, in their order.
  ///   - maxDistance: The maximum distance of a finger from the paths, which the size of the marks follows.
  public static func marks(of paths: [Path], maxDistance: Double) -> [StrokeMark] {
    var marks: [StrokeMark] = []
    let radius = 0.55 * maxDistance
    for (index, path) in paths.enumerated() {
      guard let line = path.flattened(tolerance: maxDistance / 16).first(where: { !$0.isEmpty }) else { continue }
      let ruler = PolylineRuler(line)
      // Where strokes begin at the same point, the later ones move on.
      let places = [0, 1.3, 2.6, 3.9].map { $0 * maxDistance }
      let place =
        places.first { place in
          place <= ruler.length && marks.allSatisfy { $0.dot.distance(to: ruler.point(at: place)) >= 2.1 * radius }
        } ?? 0
      marks.append(
        StrokeMark(
          number: index + 1, dot: ruler.point(at: place), radius: radius,
          arrow: arrow(along: ruler, from: place + radius, maxDistance: maxDistance)))
    }
    return marks
  }

  private static func arrow(along ruler: PolylineRuler, from start: Double, maxDistance: Double) -> Path {
    let end = min(start + 2.6 * maxDistance, ruler.length)
    guard end - start >= 0.9 * maxDistance else { return Path() }
    let tip = ruler.point(at: end)
    var path = Path(points: [ruler.point(at: start)] + ruler.corners(between: start, and: end) + [tip])
    let back = ruler.direction(at: (start + 3 * end) / 4) * (-0.55 * maxDistance)
    let side = back.perpendicular * 0.6
    path.move(to: tip + back + side)
    path.addLine(to: tip)
    path.addLine(to: tip + back - side)
    return path
  }
}
