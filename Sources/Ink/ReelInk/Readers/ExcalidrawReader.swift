import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads the pen strokes of Excalidraw drawings and libraries.
///
/// The files have no times. From a library one item is read: the one at `InkOptions.index`, or the first with strokes. Lines, shapes and
/// texts are left out.
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
    if leftOut > 0 { builder.note("elements left out: \(leftOut); only pen strokes are read") }
    return builder.finish()
  }

  /// Whether an element was drawn with the pen.
  ///
  /// Until 2021, its type was “draw”.
  private static func isStroke(_ element: JSONValue) -> Bool {
    guard element["isDeleted"] != .bool(true) else { return false }
    return element["type"] == .string("freedraw") || element["type"] == .string("draw")
  }

  private static func addStroke(
    _ element: JSONValue, number: Int, of source: TextSource, builder: inout InkBuilder
  ) throws(FormatError) {
    guard let x = element["x"]?.number, let y = element["y"]?.number, let pairs = element["points"]?.elements else {
      throw source.error("expected x, y and points in element \(number), counted from 0")
    }
    var points: [Point] = []
    var bounds = Bounds()
    for pair in pairs {
      guard let pair = pair.numbers, pair.count >= 2 else {
        throw source.error("expected pairs of numbers as points of element \(number), counted from 0")
      }
      points.append(Point(x: pair[0], y: pair[1]))
      bounds.add(points[points.count - 1])
    }
    let center = bounds.rect.center
    let turned = AffineTransform.translation(x: -center.x, y: -center.y)
      .followed(by: .rotation(.radians(element["angle"]?.number ?? 0)))
      .followed(by: .translation(x: x + center.x, y: y + center.y))
    builder.beginStroke()
    for point in points {
      let point = turned.apply(point)
      try builder.add(x: point.x, y: point.y, at: 0)
    }
  }
}
