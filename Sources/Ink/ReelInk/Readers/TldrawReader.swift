import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads drawings of tldraw (`.tldr`): the strokes of the pen and the highlighter, in z-order.
///
/// The files have no times. `TldrawDocument` reads version 1. Later versions have records with points as objects, as half-precision
/// numbers in base64 (schema 3 of the shape), or as their differences (schema 4). One page is read: the one at `InkOptions.index`, or
/// the first with strokes.
enum TldrawReader: InkReader {
  static let format = "tldraw"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.outline.arrays == 0 else { return false }
    let names = source.outline.names
    return names.isSuperset(of: ["tldrawFileFormatVersion", "records"])
      || names.contains("document") && source.contains("\"pageStates\"")
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let file = try parser.value()
    guard parser.isAtEnd() else { throw source.error(at: parser.position, "expected nothing after the drawing") }
    if let document = file["document"], file["records"] == nil {
      return try TldrawDocument(document).ink(in: source, options: options)
    }
    guard let list = file["records"]?.elements else { throw source.error("expected an array of records") }
    let records = TldrawRecords(list)
    var pages = records.pages
    guard !pages.isEmpty else { throw source.error("expected a page, found none") }
    if let index = options.index { pages = [pages[try source.choice(index, of: pages.count, "page")]] }
    var builder = InkBuilder(source, options: options, format: format)
    for page in pages {
      let shapes = records.shapes(of: page)
      let drawn = shapes.filter { ["draw", "highlight"].contains($0.record["type"]?.string) }
      guard !drawn.isEmpty || page == pages.last else { continue }
      builder.name = records[page]?["name"]?.string ?? ""
      if shapes.count > drawn.count {
        builder.note("elements left out: \(shapes.count - drawn.count); only pen strokes are read")
      }
      if pages.count > 1 { builder.note("the file has \(pages.count) pages; “\(builder.name)” is read") }
      for shape in drawn { try addStroke(shape, of: source, builder: &builder) }
      break
    }
    return builder.finish()
  }

  private static func addStroke(
    _ shape: TldrawRecords.Shape, of source: TextSource, builder: inout InkBuilder
  ) throws(FormatError) {
    let id = shape.record["id"]?.string ?? ""
    guard let props = shape.record["props"], let segments = props["segments"]?.elements else {
      throw source.error("expected segments in \(id)")
    }
    let scale = AffineTransform.scale(x: props["scaleX"]?.number ?? 1, y: props["scaleY"]?.number ?? 1)
    let transform = scale.followed(by: shape.transform)
    builder.beginStroke()
    for segment in segments {
      guard let points = TldrawPoints.decode(segment) else {
        throw source.error("expected points in the segments of \(id)")
      }
      for point in points {
        let point = transform.apply(point)
        try builder.add(x: point.x, y: point.y, at: 0)
      }
    }
  }
}

/// The records of a file by identifier, and their nesting.
private struct TldrawRecords {
  /// A shape with the transform from its own coordinates to the page's.
  struct Shape {
    var record: JSONValue
    var transform: AffineTransform
    /// The indices that order it on the page: those of its groups and frames, then its own.
    var order: [String]
  }

  private let records: [String: JSONValue]
  /// Groups nested deeper than this form a cycle.
  private static let depthLimit = 100

  init(_ list: [JSONValue]) {
    records = Dictionary(list.compactMap { record in record["id"]?.string.map { ($0, record) } }) { first, _ in first }
  }

  subscript(_ id: String) -> JSONValue? { records[id] }

  /// The identifiers of the pages, in their order.
  var pages: [String] {
    records.filter { $0.value["typeName"] == .string("page") }
      .sorted { ($0.value["index"]?.string ?? "", $0.key) < ($1.value["index"]?.string ?? "", $1.key) }.map(\.key)
  }

  /// The shapes of a page from bottom to top, without groups and frames.
  func shapes(of page: String) -> [Shape] {
    records.filter { $0.value["typeName"] == .string("shape") }
      .sorted { $0.key < $1.key }.compactMap { shape($0.value, on: page) }
      .sorted { $0.order.lexicographicallyPrecedes($1.order) }
  }

  private func shape(_ record: JSONValue, on page: String) -> Shape? {
    guard record["type"] != .string("group"), record["type"] != .string("frame") else { return nil }
    var shape = Shape(record: record, transform: .identity, order: [])
    var link = record
    for _ in 0..<Self.depthLimit {
      shape.transform = shape.transform.followed(by: .rotation(.radians(link["rotation"]?.number ?? 0)))
        .followed(by: .translation(x: link["x"]?.number ?? 0, y: link["y"]?.number ?? 0))
      shape.order.insert(link["index"]?.string ?? "", at: 0)
      guard let parent = link["parentId"]?.string else { return nil }
      if parent == page { return shape }
      guard let next = records[parent] else { return nil }
      link = next
    }
    return nil
  }
}
