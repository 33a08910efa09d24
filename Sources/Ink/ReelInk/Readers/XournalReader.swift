import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads documents of Xournal and Xournal++ (`.xopp`, `.xoj`): strokes in points of 1/72 inch, without times.
///
/// One page is read: the one at `InkOptions.index`, or the first with strokes. Eraser strokes are ignored; texts, images and formulas
/// are left out.
enum XournalReader: InkReader {
  static let format = "Xournal++"

  static func recognizes(_ source: TextSource) -> Bool {
    guard source.firstByte == UInt8(ascii: "<") else { return false }
    var parser = XMLPullParser(source)
    guard case .start(let name, _)? = try? parser.next() else { return false }
    return name == "xournal"
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    var parser = XMLPullParser(source)
    var page = -1
    var taken = options.index
    var leftOut = 0
    while let event = try parser.next() {
      guard case .start(let name, let attributes) = event else { continue }
      switch name {
      case "page": page += 1
      case "stroke" where taken == nil || taken == page:
        if attributes["tool"] == "eraser" {
          leftOut += 1
          continue
        }
        try readStroke(&parser, of: source, builder: &builder)
        taken = page
      case "text", "image", "teximage":
        if taken == nil || taken == page { leftOut += 1 }
      default: break
      }
    }
    _ = try source.choice(options.index, of: page + 1, "page")
    if leftOut > 0 { builder.note("elements left out: \(leftOut); only pen strokes are read") }
    if options.index == nil, page > 0 { builder.note("the file has \(page + 1) pages; page \(taken ?? 0) is read") }
    return builder.finish()
  }

  /// Reads pairs of numbers separated by white space, up to the end of the element.
  ///
  /// Programs that write numbers as their user's country does write `50,5`.
  private static func readStroke(
    _ parser: inout XMLPullParser, of source: TextSource, builder: inout InkBuilder
  ) throws(FormatError) {
    let start = parser.eventStart
    let text = Array(try parser.readTextOfElement()).map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
    builder.beginStroke()
    var position = 0
    var x: Double?
    while true {
      while position < text.count, TextSource.isSpace(text[position]) { position += 1 }
      guard position < text.count else { break }
      guard let number = DecimalNumber.scan(text, at: &position) else {
        let found = String(decoding: text[position...].prefix(20), as: UTF8.self)
        throw source.error(at: start, "expected numbers in the stroke, found “\(found)”")
      }
      guard let first = x else {
        x = number
        continue
      }
      try builder.add(x: first, y: number, at: start)
      x = nil
    }
    guard x == nil else { throw source.error(at: start, "expected pairs of x and y in the stroke, found half a pair") }
    builder.endStroke()
  }
}
