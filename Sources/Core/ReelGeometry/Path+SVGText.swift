extension Path {
  /// The path as SVG path data: absolute moves, lines, cubic curves and closes.
  ///
  /// Numbers are written so that parsing gives exactly the same path.
  public var svg: String {
    func text(_ point: Point) -> String { Self.text(point.x) + " " + Self.text(point.y) }
    return elements.map { element in
      switch element {
      case .move(let point): "M" + text(point)
      case .line(let point): "L" + text(point)
      case .curve(let control1, let control2, let end):
        "C" + [control1, control2, end].map(text).joined(separator: " ")
      case .close: "Z"
      }
    }.joined()
  }

  private static func text(_ number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
