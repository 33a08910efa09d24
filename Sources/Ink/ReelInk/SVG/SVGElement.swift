import ReelFormats
import ReelFiles
import ReelGeometry

/// An element of an SVG file, with the properties that determine its drawing cost.
struct SVGElement {
  /// The name without a prefix.
  let name: String
  let offset: Int
  let parent: Int?
  var children: [Int] = []
  let id: String?
  /// The id in its `href`.
  let link: String?
  let picture: SVGEmbedded?
  /// An upper bound of the number of points of its outline.
  let points: Int
  /// The number of bytes of its text, without spaces.
  var letters = 0
  /// The values of each property from the element and the style sheet; all are counted, because finding the effective one is not worth it.
  private(set) var values: [String: [String]] = [:]
  private let classes: [Substring]

  private static let limit = 200_000
  private static let properties: Set<Substring> = [
    "filter", "mask", "clip-path", "fill", "stroke", "marker", "marker-start", "marker-mid", "marker-end", "opacity",
    "mix-blend-mode", "isolation", "stroke-dasharray",
  ]
  private static let measures: Set<Substring> = [
    "d", "points", "x1", "y1", "x2", "y2", "width", "height", "r", "rx", "ry", "order", "numOctaves",
  ]

  /// Reads the elements of a file in order; the first is the drawing.
  static func elements(of source: TextSource) throws(FormatError) -> [SVGElement] {
    var parser = XMLPullParser(source)
    var (elements, open, sheet) = ([SVGElement](), [Int](), "")
    while let event = try parser.next() {
      switch event {
      case .end: open.removeLast()
      case .text(let bytes):
        guard let last = open.last else { continue }
        if elements[last].name == "style" {
          sheet += String(decoding: bytes, as: UTF8.self)
        } else {
          elements[last].letters += bytes.count { !TextSource.isSpace($0) }
        }
      case .start(let name, let attributes):
        if elements.isEmpty { try checkDefaults(in: source, before: parser.eventStart) }
        guard elements.count < limit else {
          throw source.error(at: parser.eventStart, "expected at most \(limit) elements, found more")
        }
        let index = elements.count
        elements.append(SVGElement(String(XMLName.local(name)), attributes, at: parser.eventStart, in: open.last))
        if let parent = open.last { elements[parent].children.append(index) }
        open.append(index)
      }
    }
    let rules = SVGStyleSheet(sheet)
    for index in elements.indices { elements[index].add(rules) }
    return elements
  }

  /// Refuses default attributes in a document type, unless a prefix keeps them out of SVG, because they would not be counted.
  private static func checkDefaults(in source: TextSource, before end: Int) throws(FormatError) {
    let head = String(decoding: source.bytes[..<end], as: UTF8.self)
    guard let start = head.firstRange(of: "<!ATTLIST")?.lowerBound else { return }
    for match in head[start...].matches(of: /([\w:.\-]+)\s+(?:[A-Z]+|\([^)]*\))\s+(?:#FIXED\s+)?["']/) {
      guard match.output.1.hasPrefix("xmlns") || match.output.1.contains(":") && !match.output.1.hasSuffix("href")
      else {
        throw source.error(at: 0, "expected no default for the attribute \(match.output.1) in the document type")
      }
    }
  }

  private init(_ name: String, _ attributes: [XMLAttribute], at offset: Int, in parent: Int?) {
    (self.name, self.offset, self.parent) = (name, offset, parent)
    id = attributes.first { $0.name == "id" }?.value ?? attributes["id"]
    let address = (attributes.first { $0.name == "href" }?.value ?? attributes["href"])?.trimmed ?? ""
    link = address.hasPrefix("#") ? String(address.dropFirst()) : nil
    picture = name == "image" || name == "feImage" ? SVGEmbedded(address) : nil
    classes = attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    for attribute in attributes {
      let key = attribute.name[...]
      if Self.properties.contains(key) || Self.measures.contains(key) { values[attribute.name] = [attribute.value] }
    }
    points =
      switch name {
      // A point has two numbers, each of at least one digit and one separator.
      case "path", "polyline", "polygon": ((values["d"] ?? values["points"])?.first ?? "").utf8.count / 4 + 1
      case "rect", "circle", "ellipse", "line": 10
      default: 0
      }
    add(SVGStyleSheet.declarations(attributes["style"] ?? ""))
  }

  private mutating func add(_ declarations: [(name: String, value: String)]) {
    for (name, value) in declarations where Self.properties.contains(name[...]) {
      values[name, default: []].append(value)
    }
  }

  private mutating func add(_ sheet: SVGStyleSheet) {
    guard !sheet.isEmpty else { return }
    for key in ["*", name] + classes.map({ "." + $0 }) + (id.map { ["#" + $0] } ?? []) {
      if let rules = sheet.rules[key] { add(rules) }
    }
  }

  // MARK: Properties

  /// The ids in the URLs of properties, such as `url(#blur)`.
  func references(of names: [String]) -> [String] {
    // Most values are colours and need no regular expression.
    names.flatMap { values[$0] ?? [] }.filter { $0.utf8.contains(UInt8(ascii: "(")) }.flatMap { value in
      value.matches(of: /(?i)url\(\s*["']?\s*#([^"')\s]+)/).map { String($0.output.1) }
    }
  }

  /// Whether it is first drawn on a separate layer.
  var isLayer: Bool {
    values["opacity"]?.contains { $0.trimmed != "1" } == true || values["mask"] != nil
      || values["mix-blend-mode"] != nil || values["isolation"] != nil
  }

  /// The number of filters given as CSS functions, such as `blur(3px)`.
  var filterFunctions: Int {
    (values["filter"] ?? []).reduce(0) { $0 + $1.count { $0 == "(" } - $1.matches(of: /(?i)url\(/).count }
  }

  func number(_ name: String) -> Int {
    Int(clamping: values[name]?.first.flatMap { SVGDocument.numbers($0).first } ?? 0)
  }

  /// An upper bound of the length of its outline.
  var length: Double {
    if name == "path" { return Path(svg: values["d"]?.first ?? "").length }
    return Self.measures.flatMap { values[String($0)] ?? [] }.flatMap { SVGDocument.numbers($0) }
      .reduce(0) { $0 + 8 * abs($1) }
  }
}

extension StringProtocol {
  /// The text without the spaces around it.
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
