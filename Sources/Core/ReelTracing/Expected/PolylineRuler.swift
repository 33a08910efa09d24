import ReelGeometry

/// A polyline with cumulative lengths, for finding the point at any distance along it.
package struct PolylineRuler {
  package let corners: [Point]
  /// The distance of each corner from the beginning.
  package let marks: [Double]

  package var length: Double { marks.last ?? 0 }

  package init(_ corners: [Point]) {
    self.corners = corners
    var sum = 0.0
    var marks: [Double] = []
    marks.reserveCapacity(corners.count)
    for (index, corner) in corners.enumerated() {
      if index > 0 { sum += corners[index - 1].distance(to: corner) }
      marks.append(sum)
    }
    self.marks = marks
  }

  /// Returns the index of the first corner beyond a distance.
  private func cornerBehind(_ distance: Double) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle] > distance { high = middle } else { low = middle + 1 }
    }
    return low
  }

  package func point(at distance: Double) -> Point {
    let next = cornerBehind(distance)
    guard next > 0 else { return corners.first ?? .zero }
    guard next < marks.count else { return corners.last ?? .zero }
    let (from, to) = (marks[next - 1], marks[next])
    return corners[next - 1].interpolated(to: corners[next], fraction: (distance - from) / (to - from))
  }

  /// Returns the corners strictly between two distances.
  package func corners(between start: Double, and end: Double) -> ArraySlice<Point> {
    let first = cornerBehind(start)
    var last = first
    while last < marks.count, marks[last] < end { last += 1 }
    return corners[first..<last]
  }

  /// Returns the direction of travel at a distance, of length 1; to the right on a polyline without length.
  package func direction(at distance: Double) -> Vector {
    var next = min(max(cornerBehind(distance), 1), marks.count - 1)
    while next > 1, marks[next] == marks[next - 1] { next -= 1 }
    guard next > 0, next < marks.count, marks[next] > marks[next - 1] else { return Vector(dx: 1, dy: 0) }
    return (corners[next] - corners[next - 1]) * (1 / (marks[next] - marks[next - 1]))
  }
}
