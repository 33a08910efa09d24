import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads the pen strokes, lines and arrows of Excalidraw drawings and libraries.
///
/// The files have no times. From a library one item is read: the one at `InkOptions.index`, or the first with strokes. Shapes and texts
/// are left out, and so are the heads of arrows.
enum ExcalidrawReader: InkReader {
  static let format = "Excalidraw"

  static func recognizes(_ source: TextSource) -> Bool {
    let names = source.outline.names
    guard source.outline.arrays == 0, names.contains("type") else { return false }
    return !names.isDisjoint(with: ["elements", "libraryItems", "library"]) && source.contains("\"excalidraw")
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let value = try parser.value()
    guard parser.isAtEnd() else { throw source.error(at: parser.position, "expected nothing after the drawing") }
    var builder = InkBuilder(source, options: options, format: format)
    let elements: [JSONValue]
    if let items = value["libraryItems"]?.elements ?? value["library"]?.elements {
      _ = try source.choice(options.index, of: items.count, "item of the library")
      guard !items.isEmpty else { throw source.error("expected items in the library, found none") }
      let contents = items.map { $0["elements"]?.elements ?? $0.elements ?? [] }
      let index = options.index ?? contents.firstIndex { $0.contains(where: isStroke) } ?? 0
      elements = contents[index]
      builder.name = items[index]["name"]?.string ?? ""
      if options.index == nil, items.count > 1 {
        builder.note("the library has \(items.count) items; item \(index) is read")
      }
    } else {
      elements = value["elements"]?.elements ?? []
    }
    var leftOut = 0
    for (number, element) in elements.enumerated() where element["isDeleted"] != .bool(true) {
      guard isStroke(element) else {
        leftOut += 1
        continue
      }
      try addStroke(element, number: number, of: source, builder: &builder)
    }
    if leftOut > 0 { builder.note("elements left out: \(leftOut); only pen strokes, lines and arrows are read") }
    return builder.finish()
  }

  /// The types of elements that are lines; until 2021, the pen's was “draw”.
  private static let strokes: Set<String> = ["freedraw", "draw", "line", "arrow"]

  private static func isStroke(_ element: JSONValue) -> Bool {
    guard element["isDeleted"] != .bool(true), let type = element["type"]?.string, strokes.contains(type) else {
      return false
    }
    return type == "freedraw" || type == "draw" || element["points"] != nil
  }

  private static func addStroke(
    _ element: JSONValue, number: Int, of source: TextSource, builder: inout InkBuilder
  ) throws(FormatError) {
    guard let x = element["x"]?.number, let y = element["y"]?.number, let pairs = element["points"]?.elements else {
      throw source.error("expected x, y and points in element \(number), counted from 0")
    }
    var points: [Point] = []
    for pair in pairs {
      guard let pair = pair.numbers, pair.count >= 2 else {
        throw source.error("expected pairs of numbers as points of element \(number), counted from 0")
      }
      points.append(Point(x: pair[0], y: pair[1]))
    }
    let isLine = element["type"] == .string("line") || element["type"] == .string("arrow")
    if isLine, element["roundness"]?["type"] != nil || element["strokeSharpness"] == .string("round") {
      points = curve(through: points)
    }
    let bounds = bounds(of: points)
    let center = bounds.center
    let turned = AffineTransform.translation(x: -center.x, y: -center.y)
      .followed(by: .rotation(.radians(element["angle"]?.number ?? 0)))
      .followed(by: .translation(x: x + center.x, y: y + center.y))
    builder.beginStroke()
    for point in points {
      let point = turned.apply(point)
      try builder.add(x: point.x, y: point.y, at: 0)
    }
  }

  /// Returns points of the curve that Excalidraw draws through the points of a rounded line: that of Catmull and Rom.
  private static func curve(through points: [Point]) -> [Point] {
    guard points.count > 2 else { return points }
    var path = Path()
    path.move(to: points[0])
    for index in 1..<points.count {
      let (start, end) = (points[index - 1], points[index])
      let (before, after) = (points[max(0, index - 2)], points[min(points.count - 1, index + 1)])
      path.addCurve(
        to: end, control1: start + (end - before) * (1 / 6.0), control2: end - (after - start) * (1 / 6.0))
    }
    let box = bounds(of: points)
    let tolerance = max(box.width, box.height) / 2000
    return path.flattened(tolerance: tolerance > 0 ? tolerance : 1).first ?? points
  }

  private static func bounds(of points: [Point]) -> Rect { points.reduce(into: Bounds()) { $0.add($1) }.rect }
}
