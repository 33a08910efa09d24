import ReelGeometry

/// The area within a distance of expected paths, which the guide shows.
package struct Corridor: Sendable {
  package let maxDistance: Double
  private let pieces: [SpinePiece]
  private let grid: CellGrid

  /// - Parameter pieces: Pieces no longer than the distance.
  package init(_ pieces: [SpinePiece], maxDistance: Double) {
    self.maxDistance = maxDistance
    self.pieces = pieces
    // A point within the distance of a piece is within one and a half times the distance of the piece's middle.
    grid = CellGrid(
      pieces.map { $0.start.interpolated(to: $0.end, fraction: 0.5) }, side: 1.5 * maxDistance)
  }

  /// Returns whether a point is nearer to a piece than the distance.
  package func contains(_ point: Point) -> Bool {
    var looked = 0
    return covers(from: point, to: point, upTo: .max, looked: &looked)
  }

  /// Returns whether a whole line is inside, counting only the pieces up to a waypoint.
  ///
  /// A piece's part of the corridor is convex, so it covers a single stretch of the line. Stretches are chained from the start of the
  /// line: the next one is always the stretch that reaches farthest. The line is inside if the chain reaches its end.
  ///
  /// - Parameter looked: Incremented by the number of pieces visited.
  /// - Parameter looked: Is incremented by the number of pieces visited.
  package func covers(from start: Point, to end: Point, upTo limit: Int, looked: inout Int) -> Bool {
    let way = end - start
    var reached = 0.0
    while true {
      let here = start + way * reached
      var farthest = -1.0
      var count = 0
      grid.forEach(around: here) { index in
        let piece = pieces[index]
        count += 1
        if piece.waypoint <= limit, piece.squaredDistance(to: here) < maxDistance * maxDistance {
          farthest = max(farthest, way == .zero ? 2 : piece.exit(from: start, along: way, within: maxDistance))
        }
        return farthest <= 1
      }
      looked += count
      if farthest > 1 { return true }
      guard farthest > reached else { return false }
      reached = farthest
    }
  }
}

extension SpinePiece {
  /// Returns the square of the distance to a point.
  package func squaredDistance(to point: Point) -> Double {
    let way = end - start
    let square = way.dot(way)
    let fraction = square > 0 ? min(1, max(0, (point - start).dot(way) / square)) : 0
    let rest = point - (start + way * fraction)
    return rest.dot(rest)
  }

  /// Returns the parameter at which the line `origin + way * t` last leaves the distance of the piece, or minus infinity if it never
  /// enters.
  ///
  /// The area within the distance consists of two discs and the rectangle between them; the farthest exit of the three counts.
  package func exit(from origin: Point, along way: Vector, within distance: Double) -> Double {
    let ends = max(
      Self.stretch(from: origin, along: way, around: start, within: distance)?.upperBound ?? -.infinity,
      Self.stretch(from: origin, along: way, around: end, within: distance)?.upperBound ?? -.infinity)
    let length = (end - start).length
    guard length > 0 else { return ends }
    let along = (end - start) * (1 / length)
    let across = along.perpendicular
    let (firstAlong, lastAlong) = Self.stretch(
      offset: (origin - start).dot(along), speed: way.dot(along), in: 0...length)
    let (firstAcross, lastAcross) = Self.stretch(
      offset: (origin - start).dot(across), speed: way.dot(across), in: -distance...distance)
    let last = min(lastAlong, lastAcross)
    return max(firstAlong, firstAcross) <= last ? max(ends, last) : ends
  }

  /// Returns the range of t in which `offset + speed * t` is within a range; from infinity to minus infinity if there is none.
  private static func stretch(
    offset: Double, speed: Double, in range: ClosedRange<Double>
  ) -> (first: Double, last: Double) {
    guard speed != 0 else { return range.contains(offset) ? (-.infinity, .infinity) : (.infinity, -.infinity) }
    let (a, b) = ((range.lowerBound - offset) / speed, (range.upperBound - offset) / speed)
    return (min(a, b), max(a, b))
  }

  /// Returns the range of t in which `origin + way * t` is within a distance of a point.
  package static func stretch(
    from origin: Point, along way: Vector, around point: Point, within distance: Double
  ) -> ClosedRange<Double>? {
    let square = way.dot(way)
    guard square > 0 else { return nil }
    let nearest = (point - origin).dot(way) / square
    let rest = point - (origin + way * nearest)
    let room = distance * distance - rest.dot(rest)
    guard room >= 0 else { return nil }
    let half = (room / square).squareRoot()
    return half.isFinite ? nearest - half...nearest + half : nil
  }
}
