import ReelGeometry

/// The letters of an SVG font, in the size and on the base line of the alphabet.
struct FontLetters: Sendable {
  private let font: SVGFont
  private let scale: Double

  init(_ font: SVGFont) {
    self.font = font
    // Letters that the font lacks stand between its own: the capitals have one height.
    let capital = font.glyph("H").map { Rect(around: [$0.path]).height } ?? 0
    scale = Alphabet.capHeight / (capital > 0 ? capital : 0.7 * font.unitsPerEm)
  }

  /// Returns the glyph, or ligature, with which a text begins, and how many characters it stands for; nil where the font has none.
  ///
  /// - Parameter known: the glyphs that occurred before: a font may say a lot about one that is written a thousand times.
  func glyph(
    atStartOf text: Substring, known: inout [String: Alphabet.Glyph]
  ) -> (glyph: Alphabet.Glyph, length: Int)? {
    guard let key = font.key(atStartOf: text) else { return nil }
    if let glyph = known[key] { return (glyph, key.count) }
    guard let (path, advance) = font.glyph(key) else { return nil }
    // What a font has without lines, it does not draw: only a space may be so.
    guard !path.isEmpty || key.allSatisfy(\.isWhitespace) else { return nil }
    let turn = AffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: Alphabet.baseLine)
    let glyph = Alphabet.Glyph(advance: scale * advance, strokes: path.applying(turn).subpaths)
    known[key] = glyph
    return (glyph, key.count)
  }
}
