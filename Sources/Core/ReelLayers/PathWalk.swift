import ReelGeometry

/// A path as lines that can be cut by length.
struct PathWalk {
  private let lines: [[Point]]
  /// The length of the path at each point of each line.
  private let lengths: [[Double]]
  private let length: Double

  init(_ path: Path, tolerance: Double) {
    lines = path.flattened(tolerance: tolerance)
    var total = 0.0
    lengths = lines.map { line in
      var last = line.first
      return line.map { point in
        total += last?.distance(to: point) ?? 0
        last = point
        return total
      }
    }
    length = total
  }

  /// Returns the part between two fractions of the length; closed lines stay closed in the whole path.
  func part(from start: Double, to end: Double) -> Path {
    var path = Path()
    if start <= 0, end >= 1 {
      for line in lines {
        let isClosed = line.count > 2 && line.first == line.last
        path.append(Path(points: isClosed ? Array(line.dropLast()) : line, closed: isClosed))
      }
      return path
    }
    forEachPiece(from: start, to: end) { path.append(Path(points: $0)) }
    return path
  }

  /// Returns boxes around the part between two fractions of the length, in either order.
  func boxes(from start: Double, to end: Double) -> [Rect] {
    guard start != end else { return [] }
    var boxes: [Rect] = []
    forEachPiece(from: min(start, end), to: max(start, end)) { points in
      for (a, b) in zip(points, points.dropFirst()) {
        boxes.append(
          Rect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x), height: abs(a.y - b.y)))
      }
    }
    return boxes
  }

  private func forEachPiece(from start: Double, to end: Double, _ body: ([Point]) -> Void) {
    let (low, high) = (max(0, start) * length, min(1, end) * length)
    guard low < high else { return }
    for (line, marks) in zip(lines, lengths) {
      guard let first = marks.first, let last = marks.last, first < high, last > low else { continue }
      var piece: [Point] = []
      for index in 1..<line.count where marks[index] > low && marks[index - 1] < high {
        let (from, to) = (marks[index - 1], marks[index])
        func point(_ mark: Double) -> Point {
          line[index - 1].interpolated(to: line[index], fraction: (mark - from) / (to - from))
        }
        if piece.isEmpty { piece.append(low > from ? point(low) : line[index - 1]) }
        piece.append(high < to ? point(high) : line[index])
      }
      if !piece.isEmpty { body(piece) }
    }
  }
}
