import ReelGeometry

/// Parser for the `transform` attribute of SVG.
enum SVGTransform {
  /// Returns the transform, or nil if the text is invalid; SVG then ignores the attribute.
  ///
  /// The last transform in the text is applied first, see <https://www.w3.org/TR/SVG11/coords.html#TransformAttribute>.
  static func parse(_ text: String) -> AffineTransform? {
    var result = AffineTransform.identity
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "," }
      if rest.isEmpty { return result.isFinite ? result : nil }
      guard let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") else { return nil }
      let name = rest[..<open].filter { !$0.isWhitespace }
      let values = SVGDocument.numbers(String(rest[rest.index(after: open)..<close]))
      guard let next = transform(name, values) else { return nil }
      result = next.followed(by: result)
      rest = rest[rest.index(after: close)...]
    }
  }

  private static func transform(_ name: String, _ values: [Double]) -> AffineTransform? {
    switch (name, values.count) {
    case ("matrix", 6):
      AffineTransform(a: values[0], b: values[1], c: values[2], d: values[3], tx: values[4], ty: values[5])
    case ("translate", 1): .translation(x: values[0], y: 0)
    case ("translate", 2): .translation(x: values[0], y: values[1])
    case ("scale", 1): .scale(values[0])
    case ("scale", 2): .scale(x: values[0], y: values[1])
    case ("rotate", 1): .rotation(.degrees(values[0]))
    case ("rotate", 3):
      AffineTransform.translation(x: -values[1], y: -values[2]).followed(by: .rotation(.degrees(values[0])))
        .followed(by: .translation(x: values[1], y: values[2]))
    case ("skewX", 1): AffineTransform(a: 1, b: 0, c: slope(values[0]), d: 1, tx: 0, ty: 0)
    case ("skewY", 1): AffineTransform(a: 1, b: slope(values[0]), c: 0, d: 1, tx: 0, ty: 0)
    default: nil
    }
  }

  private static func slope(_ degrees: Double) -> Double {
    let direction = Angle.degrees(degrees).unitVector
    return direction.dy / direction.dx
  }
}
