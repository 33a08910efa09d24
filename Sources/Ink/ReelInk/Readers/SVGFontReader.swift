import ReelFormats
import ReelFiles
import ReelGeometry

/// Reads SVG fonts with letters made of lines, not outlines, and lays out a text as paths to trace.
enum SVGFontReader: InkReader {
  static let format = "SVG font"

  static func recognizes(_ source: TextSource) -> Bool {
    source.contains("<glyph") && source.contains("<font") && SVGReader.recognizes(source)
  }

  static func read(_ source: TextSource, options: InkOptions) throws(FormatError) -> Ink {
    let font = try SVGFont(source)
    guard let text = options.text, !text.isEmpty else {
      throw source.error(
        "is a font of \(font.glyphCount) glyphs, not a drawing: use it with --font, and give a text with --letters")
    }
    var builder = InkBuilder(source, options: options, format: format)
    builder.name = text
    for line in try font.layOut(text, in: source, limit: options.pointLimit) {
      try builder.addExpected(line.path, at: line.offset)
    }
    return builder.finish()
  }
}

/// The glyphs of an SVG font, with about 1000 units per em, y upwards.
struct SVGFont: Sendable {
  /// A letter at its place in the text; y downwards.
  struct Line {
    var path: Path
    var offset: Int
  }

  private struct Glyph {
    var data: String
    var advance: Double
    var offset: Int
  }

  /// The glyphs by their text.
  ///
  /// Strings compare by canonical equivalence, so a letter with a combining accent finds the precomposed glyph.
  private var glyphs: [String: Glyph] = [:]
  private var longest = 1
  private var advance = 0.0
  private(set) var unitsPerEm = 1000.0

  private static let textLimit = 10_000

  var glyphCount: Int { glyphs.count }

  init(_ source: TextSource) throws(FormatError) {
    var parser = XMLPullParser(source)
    func number(_ name: String, in attributes: [XMLAttribute]) -> Double? {
      attributes[name].flatMap { SVGDocument.numbers($0).first }.flatMap { abs($0) <= 1e6 ? $0 : nil }
    }
    while let event = try parser.next() {
      guard case .start(let name, let attributes) = event else { continue }
      switch XMLName.local(name) {
      case "font": advance = number("horiz-adv-x", in: attributes) ?? 0
      case "font-face":
        if let units = number("units-per-em", in: attributes), units >= 1 { unitsPerEm = units }
      case "glyph":
        // Glyphs for vertical writing and Arabic forms are not distinguished: the first one is used.
        guard let text = attributes["unicode"], !text.isEmpty, text.unicodeScalars.count <= 16 else { continue }
        guard glyphs[text] == nil else { continue }
        longest = max(longest, text.unicodeScalars.count)
        glyphs[text] = Glyph(
          data: attributes["d"] ?? "", advance: number("horiz-adv-x", in: attributes) ?? advance,
          offset: parser.eventStart)
      default: break
      }
    }
  }

  /// Returns the longest prefix of a text that has a glyph.
  func key(atStartOf text: Substring) -> String? {
    (1...longest).reversed().lazy.map { String(text.prefix($0)) }.first { glyphs[$0] != nil }
  }

  /// Returns the path of a glyph, y upwards, and its advance width.
  func glyph(_ key: String) -> (path: Path, advance: Double)? {
    let limit = InkOptions.defaultPointLimit
    return glyphs[key].map { (Path(svg: $0.data, limit: limit + 1, stoppedAt: nil), $0.advance) }
  }

  /// Checks that the numbers of all glyphs can be drawn.
  ///
  /// - Throws: `FormatError` for the first glyph with others, with line and column.
  func checkNumbers(in source: TextSource) throws(FormatError) {
    for glyph in glyphs.values.sorted(by: { $0.offset < $1.offset }) {
      var isCutOff = false
      let path = Path(svg: glyph.data, limit: InkOptions.defaultPointLimit + 1) { _ in isCutOff = true }
      let box = path.controlBounds ?? .zero
      guard [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ abs($0) <= 1e6 }), !isCutOff || !path.subpaths.isEmpty
      else {
        throw source.error(at: glyph.offset, "expected coordinates up to a million, found a <glyph> with others")
      }
    }
  }

  /// Lays out a text on lines 1.2 em apart, with the font's ligatures.
  ///
  /// - Parameter limit: the maximum number of steps of all paths together.
  func layOut(_ text: String, in source: TextSource, limit: Int) throws(FormatError) -> [Line] {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count <= Self.textLimit else {
      throw source.error("expected a text of at most \(Self.textLimit) characters, found \(scalars.count)")
    }
    var lines: [Line] = []
    var count = 0
    /// A cache of the letters' paths, because parsing a glyph may be expensive.
    var paths: [Int: Path] = [:]
    var pen = Point.zero
    var index = 0
    while index < scalars.count {
      if scalars[index] == "\n" {
        pen = Point(x: 0, y: pen.y + 1.2 * unitsPerEm)
        index += 1
        continue
      }
      let lengths = (1...min(longest, scalars.count - index)).reversed()
      func key(_ length: Int) -> String { String(String.UnicodeScalarView(scalars[index..<index + length])) }
      guard let length = lengths.first(where: { glyphs[key($0)] != nil }), let glyph = glyphs[key(length)] else {
        // A font without a space glyph has nothing to draw for spaces either.
        if scalars[index].properties.isWhitespace {
          pen.x += advance > 0 ? advance : unitsPerEm / 3
          index += 1
          continue
        }
        throw source.error("expected letters of this font, found “\(scalars[index])”, for which it has no glyph")
      }
      let toLine = AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: pen.x, ty: pen.y)
      let path = paths[glyph.offset] ?? Path(svg: glyph.data, limit: limit < .max ? limit + 1 : limit, stoppedAt: nil)
      paths[glyph.offset] = path
      count += path.elements.count
      guard count <= limit else { throw source.error("expected at most \(limit) points, found more") }
      if !path.isEmpty { lines.append(Line(path: path.applying(toLine), offset: glyph.offset)) }
      pen.x += glyph.advance
      index += length
    }
    return lines
  }
}
