import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads notes of Rnote (`.rnote`), versions 0.5 to 0.15: brush strokes in drawing order.
///
/// The files have no times. Shapes, texts, images and deleted strokes are left out.
enum RnoteReader: InkReader {
  static let format = "Rnote"

  static func recognizes(_ source: TextSource) -> Bool {
    source.outline.arrays == 0 && source.outline.names == ["version", "data"]
      && (source.contains("\"engine_snapshot\"") || source.contains("\"store_snapshot\""))
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let file = try parser.value()
    guard parser.isAtEnd() else { throw source.error(at: parser.position, "expected nothing after the note") }
    let snapshot = file["data"]?["engine_snapshot"] ?? file["data"]?["store_snapshot"]
    guard let snapshot, let components = snapshot["stroke_components"]?.elements else {
      throw source.error("expected stroke_components in the note of Rnote \(file["version"]?.string ?? "")")
    }
    // Each stroke has the same slot in all component lists. The “time” there counts strokes, not seconds.
    let order = snapshot["chrono_components"]?.elements ?? []
    let binned = snapshot["trash_components"]?.elements ?? []
    var strokes: [(time: Double, slot: Int, stroke: JSONValue)] = []
    var leftOut = 0
    for (slot, component) in components.enumerated() {
      guard let value = component["value"], value != .null else { continue }
      if slot < binned.count, binned[slot]["value"]?["trashed"] == .bool(true) { continue }
      guard let stroke = value["brushstroke"] else {
        leftOut += 1
        continue
      }
      let time = slot < order.count ? order[slot]["value"]?["t"]?.number : nil
      strokes.append((time ?? 0, slot, stroke))
    }
    strokes.sort { ($0.time, $0.slot) < ($1.time, $1.slot) }
    var builder = InkBuilder(source, options: options, format: format)
    if leftOut > 0 { builder.note("elements left out: \(leftOut); only pen strokes are read") }
    for (_, slot, stroke) in strokes {
      builder.beginStroke()
      var pen = RnotePen()
      let isSound = try pen.follow(stroke["path"] ?? .null) { (point) throws(FormatError) in
        try builder.add(x: point.x, y: point.y, at: 0)
      }
      guard isSound else { throw source.error("expected points, lines and curves in stroke \(slot), counted from 0") }
    }
    return builder.finish()
  }
}

/// Follows the path of a stroke, approximating curves by chords.
private struct RnotePen {
  private var position: Point?

  /// The maximum distance of a chord from its curve, in points of the page (1/96 inch).
  private static let tolerance = 0.1

  /// Calls the body with each point; returns false if the path is invalid.
  mutating func follow(_ path: JSONValue, _ body: (Point) throws(FormatError) -> Void) throws(FormatError) -> Bool {
    var segments = path.elements
    if let start = path["start"] {
      guard let first = Self.position(start) else { return false }
      try body(first)
      position = first
      segments = path["segments"]?.elements
    }
    guard let segments else { return false }
    for segment in segments {
      guard let points = points(of: segment) else { return false }
      for point in points { try body(point) }
      position = points.last
    }
    return true
  }

  /// The remaining points of a segment; the last is its end.
  ///
  /// Up to version 0.5.5, a segment includes its start.
  private func points(of segment: JSONValue) -> [Point]? {
    guard case .object(let members) = segment, members.count == 1, let (kind, value) = members.first,
      let end = Self.position(value["end"] ?? value["element"])
    else { return nil }
    let start = Self.position(value["start"]) ?? position ?? end
    var points = start == position || kind == "dot" ? [] : [start]
    switch kind {
    case "dot", "line", "lineto": points.append(end)
    case "quadbez", "quadbezto":
      guard let control = Self.point(value["cp"]) else { return nil }
      // Converts the quadratic curve to a cubic one: the control points lie two thirds of the way to its own.
      CubicCurve(
        start: start, control1: start.interpolated(to: control, fraction: 2.0 / 3),
        control2: end.interpolated(to: control, fraction: 2.0 / 3), end: end
      ).forEachPoint(tolerance: Self.tolerance) { points.append($0) }
    case "cubbez", "cubbezto":
      guard let first = Self.point(value["cp1"]), let second = Self.point(value["cp2"]) else { return nil }
      CubicCurve(start: start, control1: first, control2: second, end: end)
        .forEachPoint(tolerance: Self.tolerance) { points.append($0) }
    default: return nil
    }
    return points
  }

  private static func position(_ element: JSONValue?) -> Point? { point(element?["pos"]) }

  private static func point(_ value: JSONValue?) -> Point? {
    guard let pair = value?.numbers, pair.count == 2 else { return nil }
    return Point(x: pair[0], y: pair[1])
  }
}
