extension Path {
  /// Returns the path as polylines, one per subpath, with curves replaced by lines that deviate by at most `tolerance`.
  ///
  /// Corners and end points are kept exactly. A closed subpath ends with its first point. A subpath of one point gives a polyline of one
  /// point. One curve becomes at most 1024 lines.
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
    // After a close, the next line starts at the beginning of the subpath.
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

  /// The total length of all lines and curves, in points.
  ///
  /// Curves are measured as polylines that deviate by at most a ten-thousandth of the path's extent.
  public var length: Double {
    let bounds = controlBounds ?? .zero
    let extent = max(bounds.width, bounds.height)
    return flattened(tolerance: extent > 0 ? extent / 10_000 : 1).reduce(0) { sum, line in
      zip(line, line.dropFirst()).reduce(sum) { $0 + $1.0.distance(to: $1.1) }
    }
  }
}
