import ReelGeometry

/// Letters made of single strokes, in the order and direction in which they are written.
///
/// The standard one is drawn by hand for this library: the print letters of a primary school.
public struct Alphabet: Sendable {
  /// A character: its strokes, with the base line at y = 70.
  private struct Glyph {
    var width: Double
    var strokes: [Path]
  }

  /// A–Z, a–z, 0–9 and the space.
  public static let standard = Alphabet(String(decoding: PackageResources.Alphabet_txt, as: UTF8.self))

  private static let gap = 18.0
  private static let spaceWidth = 24.0
  private static let lineHeight = 125.0

  private var glyphs: [Character: Glyph] = [:]

  /// Reads the data file, whose form stands in its first lines.
  ///
  /// A test holds that no line of it is wrong.
  private init(_ data: String) {
    for line in data.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, let character = parts[0].first, let width = Double(parts[1]) else { continue }
      glyphs[character] = Glyph(width: width, strokes: Path(svg: String(parts[2])).subpaths)
    }
  }

  /// The characters that have strokes, in order.
  public var characters: [Character] { glyphs.keys.sorted() }

  /// The longest text that is laid out, in characters.
  public static let textLimit = 1000

  /// Returns the strokes of a text, as large as a rectangle allows and in the middle of it.
  ///
  /// A line feed begins a new line. What has to fit is the middle of the strokes, so leave room for the width of the corridor.
  ///
  /// - Throws: `InvalidValue` for a text without a letter, one longer than `textLimit`, one with characters that the alphabet does not have, and for a rectangle
  ///   without area.
  public func paths(for text: String, in rect: Rect) throws(InvalidValue) -> [Path] {
    guard !rect.isEmpty, rect.width.isFinite, rect.height.isFinite, rect.minX.isFinite, rect.minY.isFinite else {
      throw InvalidValue("rectangle of the letters", "\(rect.width)×\(rect.height)", expected: "of some area")
    }
    let count = text.count
    guard count <= Self.textLimit else {
      throw InvalidValue("text", "of \(count) characters", expected: "at most \(Self.textLimit)")
    }
    let strokes = try layout(text)
    let box = Self.bounds(of: strokes)
    let scale = min(
      box.width > 0 ? rect.width / box.width : .infinity, box.height > 0 ? rect.height / box.height : .infinity)
    let transform = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: rect.center.x - scale * box.center.x, ty: rect.center.y - scale * box.center.y
    )
    return strokes.map { $0.applying(transform) }
  }

  private func layout(_ text: String) throws(InvalidValue) -> [Path] {
    var strokes: [Path] = []
    var pen = Point.zero
    for character in text {
      if character.isNewline {
        pen = Point(x: 0, y: pen.y + Self.lineHeight)
      } else if character.isWhitespace {
        pen.x += Self.spaceWidth
      } else if let glyph = glyphs[character] {
        let move = AffineTransform.translation(x: pen.x, y: pen.y)
        strokes += glyph.strokes.map { $0.applying(move) }
        pen.x += glyph.width + Self.gap
      } else {
        throw InvalidValue("letter", "\"\(character)\"", expected: "one of A–Z, a–z, 0–9 or a space")
      }
    }
    guard !strokes.isEmpty else { throw InvalidValue("text", "\"\(text)\"", expected: "at least one letter") }
    return strokes
  }

  private static func bounds(of strokes: [Path]) -> Rect {
    let points = strokes.flatMap { $0.flattened(tolerance: 0.05) }.joined()
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (minX, minY) = (xs.min() ?? 0, ys.min() ?? 0)
    return Rect(x: minX, y: minY, width: (xs.max() ?? 0) - minX, height: (ys.max() ?? 0) - minY)
  }
}
