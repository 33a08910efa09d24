import ReelFormats
import ReelFiles
import ReelGeometry

/// The lines of an SVG file in document order, with their groups' transforms applied.
struct SVGDocument {
  /// A visible line.
  struct Shape {
    var path: Path
    /// The name of the line's element, and the element's own attributes.
    var element: Substring
    var attributes: [XMLAttribute]
    /// The offset of the element in the file.
    var offset: Int
  }

  private let source: TextSource
  private let limit: Int
  private var parser: XMLPullParser
  private var transforms = [AffineTransform.identity]
  /// The depth of the hidden element that the parser is in.
  private var hiddenDepth: Int?
  /// The number of steps of all paths so far.
  private var count = 0
  private var pathNumber = 0
  private var faults: [String] = []
  private var leftOut: [Substring: Int] = [:]

  /// The contents of these elements are not drawn directly.
  private static let hidden: Set<Substring> = [
    "defs", "clipPath", "mask", "marker", "pattern", "symbol", "font", "metadata",
  ]
  private static let unread: Set<Substring> = ["rect", "circle", "ellipse", "use", "text", "image"]

  /// - Parameter limit: the maximum number of steps of all paths together.
  init(_ source: TextSource, limit: Int = InkOptions.defaultPointLimit) {
    self.source = source
    self.limit = limit
    parser = XMLPullParser(source)
  }

  /// Notes about elements that were skipped or cut short so far.
  var notes: [String] {
    faults
      + leftOut.sorted { $0.key < $1.key }.map { element, count in
        "\(count) <\(element)> left out: path, line, polyline and polygon are read"
      }
  }

  /// Returns the next visible line, or nil at the end of the document.
  mutating func next() throws(FormatError) -> Shape? {
    while let event = try parser.next() {
      switch event {
      case .text: break
      case .end:
        transforms.removeLast()
        if let depth = hiddenDepth, parser.depth < depth { hiddenDepth = nil }
      case .start(let name, let attributes):
        if let shape = try shape(XMLName.local(name), attributes) { return shape }
      }
    }
    return nil
  }

  /// Handles the start of an element, and returns its line if it has one.
  private mutating func shape(_ element: Substring, _ attributes: [XMLAttribute]) throws(FormatError) -> Shape? {
    let parent = transforms.last ?? .identity
    let transform = attributes["transform"].flatMap(SVGTransform.parse).map { $0.followed(by: parent) } ?? parent
    transforms.append(transform)
    if hiddenDepth == nil, Self.hidden.contains(element) || Self.isInvisible(attributes) { hiddenDepth = parser.depth }
    guard hiddenDepth == nil else { return nil }
    if Self.unread.contains(element) { leftOut[element, default: 0] += 1 }
    guard let path = outline(of: element, attributes), !path.isEmpty else { return nil }
    count += path.elements.count
    guard count <= limit else {
      throw source.error(at: parser.eventStart, "expected at most \(limit) points, found more")
    }
    pathNumber += 1
    return Shape(
      path: transform == .identity ? path : path.applying(transform), element: element, attributes: attributes,
      offset: parser.eventStart)
  }

  private static func isInvisible(_ attributes: [XMLAttribute]) -> Bool {
    if attributes["display"] == "none" { return true }
    guard let style = attributes["style"] else { return false }
    return style.filter { !$0.isWhitespace }.split(separator: ";").contains("display:none")
  }

  private mutating func outline(of element: Substring, _ attributes: [XMLAttribute]) -> Path? {
    switch element {
    case "path":
      guard let data = attributes["d"] else { return nil }
      var stop: Int?
      // One more than allowed distinguishes too many from just enough.
      let path = Path(svg: data, limit: limit < .max ? limit + 1 : limit) { stop = $0 }
      if let stop {
        faults.append("path \(pathNumber + 1) has invalid data at byte \(stop + 1) and is drawn up to there")
      }
      return path
    case "line":
      func number(_ name: String) -> Double { attributes[name].flatMap { Self.numbers($0).first } ?? 0 }
      return Path(points: [
        Point(x: number("x1"), y: number("y1")), Point(x: number("x2"), y: number("y2")),
      ])
    case "polyline", "polygon":
      let numbers = attributes["points"].map(Self.numbers) ?? []
      let points = stride(from: 0, to: numbers.count - numbers.count % 2, by: 2).map {
        Point(x: numbers[$0], y: numbers[$0 + 1])
      }
      guard points.count > 1 else { return nil }
      return Path(points: points, closed: element == "polygon")
    default: return nil
    }
  }

  /// Reads numbers separated by white space and commas, up to the first non-number.
  static func numbers(_ text: String) -> [Double] {
    let bytes = Array(text.utf8)
    var position = 0
    var result: [Double] = []
    while position < bytes.count {
      if TextSource.isSpace(bytes[position]) || bytes[position] == UInt8(ascii: ",") {
        position += 1
      } else if let number = DecimalNumber.scan(bytes, at: &position) {
        result.append(number)
      } else {
        break
      }
    }
    return result
  }
}
