import ReelGeometry

/// A diacritic: an accent, a diaeresis, a cedilla.
struct AlphabetMark: Sendable {
  enum Position: Substring, Sendable {
    /// Over the middle of the letter.
    case above
    /// Under the middle of the letter.
    case below
    /// At the right end of the lowest stroke.
    case right
    /// Beside the upper right corner.
    case corner
  }

  let scalar: Unicode.Scalar
  let position: Position
  private let strokes: [Path]

  /// Reads a line of the data file, such as `U+0301 above M7 12L-4 24`.
  init?(_ parts: [Substring]) {
    guard parts.count == 3, let scalar = UInt32(parts[0].dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init) else {
      return nil
    }
    let words = parts[1...].map { $0 }
    guard let position = Position(rawValue: words[0]) else { return nil }
    self.scalar = scalar
    self.position = position
    strokes = Path(svg: String(words[1])).subpaths
  }

  /// Returns a letter with the mark.
  ///
  /// - Parameter base: the letter without marks.
  func put(on glyph: Alphabet.Glyph, of base: Character? = nil) -> Alphabet.Glyph {
    var glyph = glyph
    let box = Rect(around: glyph.strokes)
    var move = Vector(dx: box.center.x, dy: 0)
    switch position {
    case .above where scalar == "\u{301}" && base.map(Self.isGreekCapital) == true:
      // The tonos precedes a capital.
      let room = 18.0
      glyph.strokes = glyph.strokes.map { $0.applying(.translation(x: room, y: 0)) }
      glyph.advance += room
      move = Vector(dx: 4, dy: -12)
    case .above: move.dy = box.minY - Alphabet.xHeight
    case .below: move.dy = max(0, box.maxY - Alphabet.baseLine)
    case .right:
      let ends = glyph.strokes.compactMap { $0.flattened(tolerance: 0.1).last?.last }
      let end = ends.max { ($0.y, $0.x) < ($1.y, $1.x) } ?? box.center
      move = Vector(dx: end.x, dy: end.y - Alphabet.baseLine)
    case .corner:
      move = Vector(dx: box.maxX + 3, dy: 0)
      glyph.advance += 16
    }
    glyph.strokes += strokes.map { $0.applying(.translation(x: move.dx, y: move.dy)) }
    return glyph
  }

  private static func isGreekCapital(_ character: Character) -> Bool { ("Α"..."Ω").contains(character) }
}

extension Rect {
  /// The smallest rectangle around all points of strokes.
  package init(around strokes: some Sequence<Path>) {
    var (low, high) = (Point(x: Double.infinity, y: .infinity), Point(x: -Double.infinity, y: -.infinity))
    for stroke in strokes {
      for point in stroke.flattened(tolerance: 0.05).joined() {
        low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
        high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
    let isEmpty = low.x > high.x
    self = isEmpty ? .zero : Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
