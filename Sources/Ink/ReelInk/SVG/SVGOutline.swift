import ReelFiles
import ReelFormats
import ReelGeometry

/// The outline of an SVG element.
enum SVGOutline {
  /// Returns the outline of an element, in its own coordinates; nil for an element without one.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of steps of a path.
  ///   - fault: receives the offset of the first invalid byte of path data, which is drawn up to there.
  static func path(
    of element: Substring, _ attributes: [XMLAttribute], limit: Int, fault: ((Int) -> Void)? = nil
  ) -> Path? {
    func number(_ name: String) -> Double { attributes[name].flatMap { SVGDocument.numbers($0).first } ?? 0 }
    switch element {
    case "path":
      // One more than allowed distinguishes too many from just enough.
      return attributes["d"].map { Path(svg: $0, limit: limit < .max ? limit + 1 : limit, stoppedAt: fault) }
    case "line":
      return Path(points: [Point(x: number("x1"), y: number("y1")), Point(x: number("x2"), y: number("y2"))])
    case "polyline", "polygon":
      let numbers = attributes["points"].map(SVGDocument.numbers) ?? []
      let points = stride(from: 0, to: numbers.count - numbers.count % 2, by: 2).map {
        Point(x: numbers[$0], y: numbers[$0 + 1])
      }
      return points.count > 1 ? Path(points: points, closed: element == "polygon") : nil
    case "rect":
      let rect = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
      guard rect.width > 0, rect.height > 0 else { return nil }
      let radius = min(max(number("rx"), number("ry")), min(rect.width, rect.height) / 2)
      return radius > 0 ? Path(roundedRect: rect, radius: radius) : Path(rect: rect)
    case "circle", "ellipse":
      let radii = element == "circle" ? (number("r"), number("r")) : (number("rx"), number("ry"))
      guard radii.0 > 0, radii.1 > 0 else { return nil }
      return Path(
        ellipseIn: Rect(
          center: Point(x: number("cx"), y: number("cy")), size: Size(width: 2 * radii.0, height: 2 * radii.1)))
    default: return nil
    }
  }

  /// The id that an element refers to; nil if it refers to nothing in its file.
  static func reference(_ attributes: [XMLAttribute]) -> String? {
    attributes.first { XMLName.local($0.name) == "href" && $0.value.hasPrefix("#") }.map {
      String($0.value.dropFirst())
    }
  }
}
