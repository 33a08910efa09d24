extension Path {
  /// Returns the path as polylines, one for each subpath; curves become lines that leave them by at most `tolerance`.
  ///
  /// Corners and end points are kept exactly. A closed subpath ends with the point it began with. A subpath
  /// that is only a point gives a polyline of one point. One curve becomes 1024 lines at most.
  ///
  /// - Precondition: `tolerance` is above zero.
  public func flattened(tolerance: Double = 0.1) -> [[Point]] {
    precondition(tolerance > 0, "a tolerance of \(tolerance) can't be reached")
    var lines: [[Point]] = []
    var line: [Point] = []
    var start: Point?
    func finish() {
      if !line.isEmpty { lines.append(line) }
      line = []
    }
    // After a close the next line goes on from where the subpath began.
    func resume() { if line.isEmpty, let start { line = [start] } }
    for element in elements {
      switch element {
      case .move(let point):
        finish()
        line = [point]
        start = point
      case .line(let point):
        resume()
        line.append(point)
      case .curve(let control1, let control2, let end):
        resume()
        guard let current = line.last else { break }
        let curve = CubicCurve(start: current, control1: control1, control2: control2, end: end)
        curve.forEachPoint(tolerance: tolerance) { line.append($0) }
      case .close:
        if let start, let last = line.last, last != start { line.append(start) }
        finish()
      }
    }
    finish()
    return lines
  }

  /// The length of all lines and curves together, in points.
  ///
  /// Curves are measured as polylines that leave them by a ten-thousandth of the path's extent at most.
  public var length: Double {
    let bounds = controlBounds ?? .zero
    let extent = max(bounds.width, bounds.height)
    return flattened(tolerance: extent > 0 ? extent / 10_000 : 1).reduce(0) { sum, line in
      zip(line, line.dropFirst()).reduce(sum) { $0 + $1.0.distance(to: $1.1) }
    }
  }
}
