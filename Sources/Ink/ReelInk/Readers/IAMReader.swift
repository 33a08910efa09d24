import ReelFormats
import ReelFiles

/// Reads files of the IAM On-Line Handwriting Database: `<Stroke>` elements with `<Point x y time>`, times in seconds, y downwards.
enum IAMReader: InkReader {
  static let format = "IAM-OnDB"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.firstByte == UInt8(ascii: "<") else { return false }
    var parser = XMLPullParser(source)
    guard case .start(let name, _)? = try? parser.next() else { return false }
    return name == "WhiteboardCaptureSession"
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    var parser = XMLPullParser(source)
    while let event = try parser.next() {
      guard case .start(let name, let attributes) = event else { continue }
      switch name {
      case "Stroke": builder.beginStroke()
      case "Point":
        guard let x = attributes["x"].flatMap(Double.init), let y = attributes["y"].flatMap(Double.init) else {
          throw source.error(at: parser.eventStart, "expected numbers x and y of the point")
        }
        // The times of a recording continue from stroke to stroke, in steps of 0.01 s.
        let seconds = attributes["time"].flatMap(Double.init)
        try builder.add(x: x, y: y, milliseconds: seconds.map { $0 * 1000 }, at: parser.eventStart)
      default: break
      }
    }
    return builder.finish()
  }
}
