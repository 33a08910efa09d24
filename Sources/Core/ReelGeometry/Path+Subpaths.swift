extension Path {
  /// The parts drawn without lifting the pen, each as a path.
  ///
  /// A move without a line after it is omitted.
  public var subpaths: [Path] {
    if isOnePart { return [self] }
    var result: [Path] = []
    var part = Path()
    /// The start of a part that has no move of its own: a line after a close.
    var start = Point.zero
    func finish() {
      if part.elements.contains(where: { $0.drawsLine }) { result.append(part) }
      part = Path()
    }
    for element in elements {
      if case .move = element {} else if part.isEmpty { part.move(to: start) }
      switch element {
      case .move(let point):
        finish()
        part.move(to: point)
        start = point
      case .line(let point): part.addLine(to: point)
      case .curve(let control1, let control2, let end): part.addCurve(to: end, control1: control1, control2: control2)
      case .close:
        part.close()
        finish()
      }
    }
    finish()
    return result
  }

  /// Whether the path is a single part: one move, then lines and curves, and a close at most at its end.
  private var isOnePart: Bool {
    guard elements.count > 1, case .move = elements[0], elements[1].drawsLine else { return false }
    return elements.dropFirst().dropLast().allSatisfy(\.drawsLine) && !elements[elements.count - 1].isMove
  }
}

extension Path.Element {
  fileprivate var drawsLine: Bool {
    switch self {
    case .line, .curve: true
    case .move, .close: false
    }
  }

  fileprivate var isMove: Bool { if case .move = self { true } else { false } }
}
