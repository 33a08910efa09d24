import ReelGeometry

extension Path {
  /// The points that show how a path is drawn: the start, the end and the corners of each subpath.
  ///
  /// A corner is a join of two lines or curves where the direction turns by more than 40°. A closed subpath ends at its start.
  public var keyPoints: [Point] {
    var found: [Point] = []
    var known: Set<Point> = []
    func append(_ point: Point) { if known.insert(point).inserted { found.append(point) } }
    for subpath in subpathSteps() {
      guard let first = subpath.first?.from, let last = subpath.last?.to else { continue }
      append(first)
      for (step, next) in zip(subpath, subpath.dropFirst()) where step.turns(into: next) { append(step.to) }
      append(last)
    }
    return found
  }

  /// A line or curve with its directions at the start and the end.
  private struct Step {
    var from: Point
    var to: Point
    var leaving: Vector
    var arriving: Vector

    func turns(into next: Step) -> Bool {
      let lengths = arriving.length * next.leaving.length
      // The cosine of 40°.
      return lengths > 0 && arriving.dot(next.leaving) < 0.766 * lengths
    }
  }

  private func subpathSteps() -> [[Step]] {
    var subpaths: [[Step]] = []
    var current = Point.zero
    var start = Point.zero
    func add(_ step: Step) {
      // Steps without length have no direction; the following step is compared with the preceding one.
      guard step.leaving != .zero else { return }
      if subpaths.isEmpty { subpaths.append([]) }
      subpaths[subpaths.count - 1].append(step)
    }
    for element in elements {
      switch element {
      case .move(let point):
        subpaths.append([])
        (current, start) = (point, point)
      case .line(let end):
        add(Step(from: current, to: end, leaving: end - current, arriving: end - current))
        current = end
      case .curve(let control1, let control2, let end):
        let points = [current, control1, control2, end]
        let leaving = points.first { $0 != current }.map { $0 - current } ?? .zero
        let arriving = points.last { $0 != end }.map { end - $0 } ?? .zero
        add(Step(from: current, to: end, leaving: leaving, arriving: arriving))
        current = end
      case .close:
        add(Step(from: current, to: start, leaving: start - current, arriving: start - current))
        current = start
      }
    }
    return subpaths
  }
}
