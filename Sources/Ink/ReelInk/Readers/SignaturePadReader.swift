import ReelFormats
import ReelFiles

/// Reads the output of signature_pad's `toData()`: an array of strokes.
///
/// Each stroke is an object with `points` or, before version 3, an array of points.
enum SignaturePadReader: InkReader {
  static let format = "signature_pad"

  static func recognizes(_ source: TextSource) -> Bool {
    switch source.outline.arrays {
    case 1: source.outline.names.contains("points")
    case 2: source.outline.names.isSuperset(of: ["x", "y"])
    default: false
    }
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var parser = JSONParser(source, pointLimit: options.pointLimit)
    let strokes = try parser.value().elements ?? []
    guard parser.isAtEnd() else { throw source.error(at: parser.position, "expected nothing after the strokes") }
    var builder = InkBuilder(source, options: options, format: format)
    for (number, stroke) in strokes.enumerated() {
      guard let points = stroke["points"]?.elements ?? stroke.elements else {
        throw source.error("expected an array of points in stroke \(number), counted from 0")
      }
      builder.beginStroke()
      for point in points {
        guard let x = point["x"]?.number, let y = point["y"]?.number else {
          throw source.error("expected numbers x and y for the points of stroke \(number), counted from 0")
        }
        try builder.add(x: x, y: y, milliseconds: point["time"]?.number, at: 0)
      }
    }
    return builder.finish()
  }
}
