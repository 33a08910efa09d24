import ReelFormats
import ReelFiles
import ReelGeometry

/// A drawing of tldraw's first version: pages with shapes by identifier, and strokes as points relative to their corner.
///
/// A shape is rotated around the centre of its bounds. Shapes in groups use page coordinates, like all others.
struct TldrawDocument {
  private let pages: [JSONValue]

  init(_ document: JSONValue) {
    pages = Self.inOrder(document["pages"]).map(\.value)
  }

  /// The strokes of one page: the one at `InkOptions.index`, or the first with strokes.
  func ink(in source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    guard !pages.isEmpty else { throw source.error("expected a page, found none") }
    _ = try source.choice(options.index, of: pages.count, "page")
    let shapes = pages.map { Self.inOrder($0["shapes"]) }
    let page = options.index ?? shapes.firstIndex { $0.contains { Self.isStroke($0.value) } } ?? 0
    var builder = InkBuilder(source, options: options, format: TldrawReader.format)
    builder.name = pages[page]["name"]?.string ?? ""
    if options.index == nil, pages.count > 1 {
      builder.note("the file has \(pages.count) pages; “\(builder.name)” is read")
    }
    var leftOut = 0
    for (id, shape) in shapes[page] {
      guard Self.isStroke(shape) else {
        if shape["type"] != .string("group") { leftOut += 1 }
        continue
      }
      guard let points = Self.points(of: shape) else { throw source.error("expected point and points in \(id)") }
      builder.beginStroke()
      for point in points { try builder.add(x: point.x, y: point.y, at: 0) }
    }
    if leftOut > 0 { builder.note("elements left out: \(leftOut); only pen strokes are read") }
    return builder.finish()
  }

  private static func isStroke(_ shape: JSONValue) -> Bool { shape["type"] == .string("draw") }

  /// The members of an object, sorted by their index on the page or in the drawing.
  private static func inOrder(_ object: JSONValue?) -> [(key: String, value: JSONValue)] {
    guard case .object(let members)? = object else { return [] }
    return members.sorted {
      ($0.value["childIndex"]?.number ?? 0, $0.key) < ($1.value["childIndex"]?.number ?? 0, $1.key)
    }
  }

  private static func points(of shape: JSONValue) -> [Point]? {
    guard let corner = shape["point"]?.numbers, corner.count >= 2, let list = shape["points"]?.elements else {
      return nil
    }
    var points: [Point] = []
    var bounds = Bounds()
    for triple in list {
      guard let triple = triple.numbers, triple.count >= 2 else { return nil }
      points.append(Point(x: corner[0] + triple[0], y: corner[1] + triple[1]))
      bounds.add(points[points.count - 1])
    }
    guard let angle = shape["rotation"]?.number, angle != 0 else { return points }
    let center = bounds.rect.center
    let turn = AffineTransform.translation(x: -center.x, y: -center.y).followed(by: .rotation(.radians(angle)))
      .followed(by: .translation(x: center.x, y: center.y))
    return points.map(turn.apply)
  }
}
