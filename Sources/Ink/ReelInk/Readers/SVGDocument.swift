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
  /// The visible part of the file's coordinates; nil if the file does not say.
  private var bounds: Rect?
  /// The number of rectangles that are as large as the drawing.
  private var frames = 0
  /// The number of steps of all paths so far.
  private var count = 0
  private var pathNumber = 0
  private var faults: [String] = []
  private var leftOut: [Substring: Int] = [:]
  /// The elements of the file, once a `use` has drawn one of them again.
  private var references: SVGReferences?
  /// The shapes of such elements that are still to be returned, the next one last.
  private var waiting: [Shape] = []

  /// The contents of these elements are not drawn directly.
  static let hidden: Set<Substring> = [
    "defs", "clipPath", "mask", "marker", "pattern", "symbol", "font", "metadata",
  ]
  private static let unread: Set<Substring> = ["text", "image", "foreignObject"]

  /// - Parameter limit: the maximum number of steps of all paths together.
  init(_ source: TextSource, limit: Int = InkOptions.defaultPointLimit) {
    self.source = source
    self.limit = limit
    parser = XMLPullParser(source)
  }

  /// Notes about elements that were skipped or cut short so far.
  var notes: [String] {
    faults
      + (frames > 0 ? ["\(frames) <rect> left out: as large as the drawing, it is its frame or background"] : [])
      + leftOut.sorted { $0.key < $1.key }.map { element, count in
        "\(count) <\(element)> left out: only shapes are read"
      }
  }

  /// Returns the next visible line, or nil at the end of the document.
  mutating func next() throws(FormatError) -> Shape? {
    if let shape = waiting.popLast() { return shape }
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

  /// The visible part of a file's coordinates; nil if the attributes of its first element do not say.
  private static func viewBox(_ attributes: [XMLAttribute]) -> Rect? {
    if let box = attributes["viewBox"].map(numbers), box.count == 4, box[2] > 0, box[3] > 0 {
      return Rect(x: box[0], y: box[1], width: box[2], height: box[3])
    }
    guard let width = attributes["width"].flatMap({ numbers($0).first }),
      let height = attributes["height"].flatMap({ numbers($0).first }), width > 0, height > 0
    else { return nil }
    return Rect(x: 0, y: 0, width: width, height: height)
  }

  /// Handles the start of an element, and returns its line if it has one.
  private mutating func shape(_ element: Substring, _ attributes: [XMLAttribute]) throws(FormatError) -> Shape? {
    if transforms.count == 1 { bounds = Self.viewBox(attributes) }
    let parent = transforms.last ?? .identity
    let transform = attributes["transform"].flatMap(SVGTransform.parse).map { $0.followed(by: parent) } ?? parent
    transforms.append(transform)
    if hiddenDepth == nil, Self.hidden.contains(element) || Self.isInvisible(attributes) { hiddenDepth = parser.depth }
    guard hiddenDepth == nil else { return nil }
    if Self.unread.contains(element) { leftOut[element, default: 0] += 1 }
    if element == "use" { return try shapes(of: attributes, transform: transform) }
    return try shape(element, attributes, transform: transform)
  }

  private mutating func shape(
    _ element: Substring, _ attributes: [XMLAttribute], transform: AffineTransform
  ) throws(FormatError) -> Shape? {
    var stop: Int?
    guard let path = SVGOutline.path(of: element, attributes, limit: limit, fault: { stop = $0 }) else { return nil }
    if let stop {
      faults.append("path \(pathNumber + 1) has invalid data at byte \(stop + 1) and is drawn up to there")
    }
    guard !path.isEmpty else { return nil }
    let isWhole = attributes["width"] == "100%" && attributes["height"] == "100%"
    if element == "rect", isWhole || isFrame(path.applying(transform)) {
      frames += 1
      return nil
    }
    count += path.elements.count
    guard count <= limit else { throw tooMany }
    pathNumber += 1
    return Shape(
      path: transform == .identity ? path : path.applying(transform), element: element, attributes: attributes,
      offset: parser.eventStart)
  }

  /// Whether a rectangle is as large as the drawing, within a twentieth: its frame, or its background.
  private func isFrame(_ path: Path) -> Bool {
    guard let bounds, let box = path.controlBounds else { return false }
    let common = box.intersection(bounds)
    return common.width >= 0.95 * bounds.width && common.height >= 0.95 * bounds.height
  }

  private var tooMany: FormatError {
    source.error(at: parser.eventStart, "expected at most \(limit) points, found more")
  }

  /// Returns the first shape of an element that is drawn again; the others follow.
  private mutating func shapes(of use: [XMLAttribute], transform: AffineTransform) throws(FormatError) -> Shape? {
    if references == nil { references = try SVGReferences(source) }
    guard var references else { return nil }
    var found: [(Substring, [XMLAttribute], AffineTransform)] = []
    guard references.draw(use, transform: transform, { found.append(($0, $1, $2)) }) else { throw tooMany }
    self.references = references
    for (element, attributes, transform) in found {
      if let shape = try shape(element, attributes, transform: transform) { waiting.append(shape) }
    }
    waiting.reverse()
    return waiting.popLast()
  }

  static func isInvisible(_ attributes: [XMLAttribute]) -> Bool {
    if attributes["display"] == "none" { return true }
    guard let style = attributes["style"] else { return false }
    return style.filter { !$0.isWhitespace }.split(separator: ";").contains("display:none")
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
