import ReelFiles
import ReelFormats
import ReelGeometry

/// Reads what react-sketch-canvas exports: an array of strokes with their points in `paths`.
///
/// With `withTimestamp` a stroke has the times of its start and end, between which the pen is assumed to move at a constant speed.
/// Strokes of the eraser are left out.
enum SketchCanvasReader: InkReader {
  static let format = "react-sketch-canvas"

  static func recognizes(_ source: TextSource) -> Bool {
    source.outline.arrays == 1 && source.outline.names.isSuperset(of: ["paths", "drawMode"])
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let strokes = try parser.value().elements ?? []
    guard parser.isAtEnd() else { throw source.error(at: parser.position, "expected nothing after the strokes") }
    var builder = InkBuilder(source, options: options, format: format)
    var leftOut = 0
    for (number, stroke) in strokes.enumerated() {
      guard stroke["drawMode"] != .bool(false) else {
        leftOut += 1
        continue
      }
      var points: [Point] = []
      for point in stroke["paths"]?.elements ?? [] {
        guard let x = point["x"]?.number, let y = point["y"]?.number else {
          throw source.error("expected numbers x and y for the points of stroke \(number), counted from 0")
        }
        points.append(Point(x: x, y: y))
      }
      builder.beginStroke()
      for (point, time) in zip(points, times(of: points, in: stroke)) {
        try builder.add(x: point.x, y: point.y, milliseconds: time, at: 0)
      }
    }
    if leftOut > 0 { builder.note("elements left out: \(leftOut); only pen strokes are read") }
    return builder.finish()
  }

  /// Returns the time of each point; nil for a stroke without times.
  private static func times(of points: [Point], in stroke: JSONValue) -> [Double?] {
    guard let start = stroke["startTimestamp"]?.number, let end = stroke["endTimestamp"]?.number, end > start, start > 0
    else { return points.map { _ in nil } }
    var way = 0.0
    let ways = points.enumerated().map { index, point in
      if index > 0 { way += points[index - 1].distance(to: point) }
      return way
    }
    return ways.map { way > 0 && way.isFinite ? start + (end - start) * ($0 / way) : start }
  }
}
