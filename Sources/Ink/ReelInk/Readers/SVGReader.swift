import ReelFormats
import ReelFiles
import ReelGeometry
import ReelTracing

/// Reads the lines of an SVG drawing as paths to trace, one for each part without a pen lift.
enum SVGReader: InkReader {
  static let format = "SVG paths"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.firstByte == UInt8(ascii: "<") else { return false }
    var parser = XMLPullParser(source)
    guard case .start(let name, _)? = try? parser.next() else { return false }
    return XMLName.local(name) == "svg"
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    // Each step of a path to trace needs a waypoint.
    let limit = options.pathsAreStrokes ? options.pointLimit : min(options.pointLimit, ExpectedPath.maxWaypoints)
    var document = SVGDocument(source, limit: limit)
    while let shape = try document.next() { try builder.addExpected(shape.path, at: shape.offset) }
    for note in document.notes.prefix(10) { builder.note(note) }
    return builder.finish()
  }
}

/// Reads KanjiVG: one path for each stroke of a character, in writing order.
enum KanjiVGReader: InkReader {
  static let format = "KanjiVG"

  static func recognizes(_ source: TextSource) -> Bool { source.contains("kvg:") && SVGReader.recognizes(source) }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    var document = SVGDocument(source, limit: options.pointLimit)
    while let shape = try document.next() {
      if shape.element == "path" { try builder.addExpected(shape.path, at: shape.offset) }
    }
    // The outermost group with a `kvg:element` is the character; the groups inside are its parts.
    var parser = XMLPullParser(source)
    while let event = try parser.next() {
      guard case .start(_, let attributes) = event else { continue }
      if let element = attributes.first(where: { $0.name == "kvg:element" }) {
        builder.name = element.value
        break
      }
    }
    return builder.finish()
  }
}
