import ReelFiles
import ReelFormats
import ReelGeometry

/// Reads characters of AnimCJK: one path for each stroke, in writing order.
///
/// A file has the outline of each stroke, and its median, which a clip path with the number of the stroke cuts to that outline. Where an
/// outline has several parts (`c3a`, `c3b`), the first median is that of the whole stroke.
enum AnimCJKReader: InkReader {
  static let format = "AnimCJK"

  static func recognizes(_ source: TextSource) -> Bool { source.contains("acjk") && root(of: source) != nil }

  /// The attributes of the file's first element; nil for any other file.
  private static func root(of source: TextSource) -> [XMLAttribute]? {
    guard source.firstByte == UInt8(ascii: "<") else { return nil }
    var parser = XMLPullParser(source)
    guard case .start(let name, let attributes)? = try? parser.next(), XMLName.local(name) == "svg",
      attributes["class"]?.split(separator: " ").contains("acjk") == true
    else { return nil }
    return attributes
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    var builder = InkBuilder(source, options: options, format: format)
    // The id of the drawing is z and the number of the character.
    if let id = root(of: source)?["id"], let number = UInt32(id.drop { !$0.isNumber }.prefix { $0.isNumber }),
      let scalar = Unicode.Scalar(number)
    {
      builder.name = String(Character(scalar))
    }
    var numbers: Set<String> = []
    var document = SVGDocument(source, limit: options.pointLimit)
    while let shape = try document.next() {
      guard let clip = shape.attributes["clip-path"] else { continue }
      let number = clip.reversed().drop { !$0.isNumber }.prefix { $0.isNumber }.reversed()
      if numbers.insert(String(number)).inserted { try builder.addExpected(shape.path, at: shape.offset) }
    }
    return builder.finish()
  }
}
