import ReelFiles
import ReelGeometry
import ReelPlatform
import ReelTracing

extension Alphabet {
  /// Returns the alphabet with its letters replaced by a font's where the font has them.
  ///
  /// - Parameter url: an SVG font with letters made of lines, not outlines.
  /// - Throws: `FormatError` for a file that can't be read or is not such a font.
  public func preferring(svgFontAt url: URL) throws(FormatError) -> Alphabet {
    let source = try InkFile.source(contentsOf: url)
    guard SVGFontReader.recognizes(source) else { throw source.error("expected an SVG font, found something else") }
    let font = try SVGFont(source)
    try font.checkNumbers(in: source)
    return preferring(FontLetters(font))
  }
}

/// The letters of an SVG font, scaled to the alphabet and its baseline.
struct FontLetters: LetterSource {
  let isDense = false
  private let font: SVGFont
  private let scale: Double

  init(_ font: SVGFont) {
    self.font = font
    // Built-in letters fill the font's gaps, so the capitals of both must have the same height.
    let capital = font.glyph("H").map { Rect(around: [$0.path]).height } ?? 0
    scale = Alphabet.capHeight / (capital > 0 ? capital : 0.7 * font.unitsPerEm)
  }

  func glyph(
    atStartOf text: Substring, known: inout [String: Alphabet.Glyph]
  ) -> (glyph: Alphabet.Glyph, length: Int)? {
    guard let key = font.key(atStartOf: text) else { return nil }
    if let glyph = known[key] { return (glyph, key.count) }
    guard let (path, advance) = font.glyph(key) else { return nil }
    // A glyph without lines draws nothing, which is valid only for a space.
    guard !path.isEmpty || key.allSatisfy(\.isWhitespace) else { return nil }
    let turn = AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: Alphabet.baseLine)
    let glyph = Alphabet.Glyph(advance: scale * advance, strokes: path.applying(turn).subpaths)
    known[key] = glyph
    return (glyph, key.count)
  }
}
