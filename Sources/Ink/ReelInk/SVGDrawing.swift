import ReelFiles
import ReelGeometry

/// The shapes of an SVG file from bottom to top, with their styles.
///
/// Paths, lines, polygons, rectangles, circles and ellipses are read, in groups with transforms, with attributes or a `style`. Elements
/// without an outline (texts, images, gradients, references) are left out.
package struct SVGDrawing: Sendable {
  /// A shape.
  package struct Shape: Sendable {
    /// The outline, in the coordinates of `bounds`.
    package var path: Path
    /// The ids of the shape and its groups, innermost first.
    package var ids: [String]
    /// The style of the shape, its own or inherited from its groups: `fill`, `stroke`, `stroke-width`, `opacity`.
    package var style: [String: String]
    /// The scale of its coordinates relative to the file, for the width of its line.
    package var scale: Double
  }

  /// The shapes from bottom to top; at least one.
  package private(set) var shapes: [Shape] = []
  /// The visible part of the file's coordinates: its `viewBox`, its size, or the bounds of its shapes.
  package private(set) var bounds = Rect.zero
  private var count = 0
  private var leftOut: [Substring: Int] = [:]

  /// Notes on omitted elements for people, a line for each kind.
  package var notes: [String] {
    leftOut.sorted { $0.key < $1.key }.map { element, count in
      "\(count) <\(element)> left out: path, line, polyline, polygon, rect, circle and ellipse are drawn"
    }
  }

  /// The maximum number of steps of all outlines together.
  private static let limit = 200_000
  private static let deepest = 200
  /// The maximum distance of a point from the origin, both in units of the file and after all transforms.
  private static let farthest = 1e9
  private static let hidden: Set<Substring> = [
    "defs", "clipPath", "mask", "marker", "pattern", "symbol", "font", "metadata", "style", "title", "desc",
  ]
  private static let inherited: Set<Substring> = [
    "fill", "stroke", "stroke-width", "opacity", "fill-opacity", "stroke-opacity", "fill-rule", "stroke-linecap",
    "color", "display",
  ]

  private static let unread: Set<Substring> = ["use", "text", "image"]

  /// The state that an element's children inherit.
  private struct Context {
    var transform = AffineTransform.identity
    var style: [String: String] = [:]
    var ids: [String] = []
    var isHidden = false
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - name: the file's name in errors.
  /// - Throws: `FormatError` with line and column for a file that is not SVG, or has no shapes or too many.
  package init(_ bytes: [UInt8], name: String) throws(FormatError) {
    let source = try TextSource(bytes, name: name)
    var parser = XMLPullParser(source)
    var contexts = [Context()]
    while let event = try parser.next() {
      switch event {
      case .text: break
      case .end: contexts.removeLast()
      case .start(let name, let attributes):
        let element = XMLName.local(name)
        guard contexts.count > 1 || element == "svg" else {
          throw source.error(at: parser.eventStart, "expected an SVG, found <\(element)>")
        }
        guard contexts.count < Self.deepest else {
          throw source.error(at: parser.eventStart, "expected elements nested at most \(Self.deepest) levels deep")
        }
        if contexts.count == 1 { bounds = Self.viewBox(attributes) ?? .zero }
        guard Self.isNear(bounds), bounds.isEmpty || min(bounds.width, bounds.height) >= 1 / Self.farthest else {
          throw source.error(at: parser.eventStart, "expected a viewBox of numbers up to a billion, found others")
        }
        let context = Self.context(attributes, element, in: contexts[contexts.count - 1])
        contexts.append(context)
        if !context.isHidden, Self.unread.contains(element) { leftOut[element, default: 0] += 1 }
        guard !context.isHidden, let path = SVGOutline.path(of: element, attributes, limit: Self.limit),
          !path.isEmpty
        else { continue }
        count += path.elements.count
        guard count <= Self.limit else {
          throw source.error(at: parser.eventStart, "expected at most \(Self.limit) points, found more")
        }
        let drawn = path.applying(context.transform)
        guard drawn.controlBounds.map(Self.isNear) ?? true else {
          throw source.error(
            at: parser.eventStart, "expected coordinates up to a billion, found <\(element)> with others")
        }
        shapes.append(
          Shape(
            path: drawn, ids: context.ids, style: context.style,
            scale: abs(context.transform.determinant).squareRoot()))
      }
    }
    guard !shapes.isEmpty else { throw source.error(at: 0, "expected shapes, found none that can be drawn") }
    if bounds.isEmpty {
      bounds = shapes.compactMap { $0.path.controlBounds }.reduce(nil) { $0?.union($1) ?? $1 } ?? .zero
    }
  }

  /// Whether the rectangle is near enough to the origin; false for NaN too.
  private static func isNear(_ rect: Rect) -> Bool {
    [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { abs($0) <= farthest }
  }

  /// The visible part of a file's coordinates; nil if the attributes of its first element do not say.
  static func viewBox(_ attributes: [XMLAttribute]) -> Rect? {
    if let box = attributes["viewBox"].map(SVGDocument.numbers), box.count == 4, box[2] > 0, box[3] > 0 {
      return Rect(x: box[0], y: box[1], width: box[2], height: box[3])
    }
    guard let width = attributes["width"].flatMap({ SVGDocument.numbers($0).first }),
      let height = attributes["height"].flatMap({ SVGDocument.numbers($0).first }), width > 0, height > 0
    else { return nil }
    return Rect(x: 0, y: 0, width: width, height: height)
  }

  private static func context(_ attributes: [XMLAttribute], _ element: Substring, in parent: Context) -> Context {
    var context = parent
    for attribute in attributes {
      let name = XMLName.local(attribute.name)
      if name == "id" { context.ids.insert(attribute.value, at: 0) }
      if inherited.contains(name) { context.style[String(name)] = attribute.value }
    }
    for declaration in attributes["style"]?.split(separator: ";") ?? [] {
      let parts = declaration.split(separator: ":", maxSplits: 1).map { $0.filter { !$0.isWhitespace } }
      if parts.count == 2, inherited.contains(Substring(parts[0])) { context.style[parts[0]] = parts[1] }
    }
    if let transform = attributes["transform"].flatMap(SVGTransform.parse) {
      context.transform = transform.followed(by: parent.transform)
    }
    context.isHidden = parent.isHidden || hidden.contains(element) || context.style["display"] == "none"
    return context
  }
}
