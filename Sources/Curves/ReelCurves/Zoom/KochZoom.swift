import ReelTurtle
import ReelGeometry
import ReelPlatform

/// An endless zoom into the limit curve of a Koch snowflake.
///
/// The zoom is about a point of the curve, given as a fraction of the way around the flake. The view is computed from the segment of a
/// suitable level that contains the point, and its two neighbours: the curve never comes back, so nothing else is near. Segments look the
/// same at each level except for a rotation, so numbers stay small, and a view magnified 10⁹⁰ times is as fast and as sharp as the first
/// one.
///
///     let zoom = KochZoom(about: try Fraction(2, 5))
///     let view = zoom.view(depth: 19, radius: 300, window: Rect(x: -640, y: -360, width: 1280, height: 720))
///     context.fill(view.area, with: .white)
public struct KochZoom: Hashable, Sendable {
  /// A point at two fifths of the first side; the turns on the way to it cancel out, so the view stays upright.
  public static let defaultCenter = Fraction(reduced: 2, 15)

  /// The fraction of the way around the flake that leads to the point.
  ///
  /// The way is the one of `Snowflake.path(walked:)`.
  public let center: Fraction

  /// Creates a zoom about a point of the curve.
  public init(about center: Fraction) { self.center = center }

  /// Returns the centre of the zoom as a point of a flake around the origin; y grows downwards.
  public func centerPoint(radius: Double) -> Point {
    let segment = KochSegment(center, level: 0)
    let start: [Int: Double] = [1: 210, 5: 90, 3: 330]
    // The corners of the triangle where its sides start, as angles on the circle, y growing upwards.
    let corner = Angle(degrees: start[segment.heading] ?? 0).unitVector * radius
    let point = corner + Self.turned(segment.offset, segment.heading) * (radius * 3.0.squareRoot())
    return Point(x: point.dx, y: -point.dy)
  }

  /// Returns the view of the flake through a window.
  ///
  /// Parts of the curve outside the window are not walked, nor are bumps with sides shorter than `minimumSegment`. So the number of
  /// segments is bounded by the size of the window, at any depth.
  ///
  /// - Parameters:
  ///   - depth: How often the size of the flake is tripled, 0 or more: at 0 it has the radius, at 2.5 it is 3^2.5 times as large. Two
  ///     views a whole number apart have the same segments, rotated, if the digits of the centre repeat.
  ///   - radius: The distance from the flake's centre to the corners of its triangle at depth 0, in points, above 0.
  ///   - window: The visible rectangle, in points from the centre of the zoom, y growing downwards.
  ///   - minimumSegment: the length of the shortest segments to walk, in points, above 0.
  public func view(
    depth: Double, radius: Double, window: Rect, minimumSegment: Double = Snowflake.defaultMinimumSegment
  ) -> KochView {
    precondition(
      depth >= 0 && depth.isFinite && radius > 0 && radius.isFinite && minimumSegment > 0, "no view at depth \(depth)")
    let side = radius * 3.0.squareRoot()
    let reach = Self.reach(of: window)
    // The finest level at which the window shows only a segment and its neighbours.
    let level = max(0, Int(clamping: (depth + log(side / (Self.margin * reach)) / log(3)).rounded(.down)))
    let length = side * pow(3, depth - Double(level))
    let segment = KochSegment(center, level: level)
    let headings = [
      (segment.heading + 6 - segment.turnBefore) % 6, segment.heading, (segment.heading + segment.turnAfter) % 6,
    ]
    let ways = headings.map { heading in
      let way = KochSegment.direction(heading) * length
      return Vector(dx: way.dx, dy: -way.dy)
    }
    let offset = Self.turned(segment.offset, segment.heading) * length
    let start = Point(x: -offset.dx, y: offset.dy) - ways[0]

    var walk = KochViewWalk(window: window)
    var point = start
    for way in ways {
      walk.cover(from: point, way, generations: Self.generations(length: length, minimumSegment: minimumSegment))
      point += way
    }
    walk.finish(at: point)
    if level > 0 { walk.close(around: start, ways) }
    return walk.view
  }

  /// The maximum extent of the window from the centre, in segments: curves of segments that are not neighbours are at least 0.88 of their
  /// length apart (measured over all pairs at level 3; other levels look the same).
  private static let margin = 1.2

  private static func reach(of window: Rect) -> Double {
    let (x, y) = (max(abs(window.minX), abs(window.maxX)), max(abs(window.minY), abs(window.maxY)))
    return max((x * x + y * y).squareRoot(), 1e-9)
  }

  /// Returns how often a segment can be divided before its pieces are too short to walk.
  private static func generations(length: Double, minimumSegment: Double) -> Int {
    var (count, piece) = (0, length / 3)
    while piece >= minimumSegment {
      count += 1
      piece /= 3
    }
    return count
  }

  /// Rotates a vector by a heading, y growing upwards.
  private static func turned(_ vector: Vector, _ heading: Int) -> Vector {
    let (along, up) = (KochSegment.direction(heading), KochSegment.direction((heading + 1) % 6))
    // `up` is at 60° to `along`; the normal is at 90°.
    let normal = (up - along * 0.5) * (1 / 0.75.squareRoot())
    return along * vector.dx + normal * vector.dy
  }
}
