import ReelGeometry
import ReelPlatform

#if !canImport(Darwin)
  // The standard library's own decomposition, as FoundationEssentials has none.
  @_spi(_Unicode) import Swift
#endif

/// Letters made of single strokes, in the order and direction of writing.
///
/// The standard alphabet is drawn by hand for this library: the print letters of a primary school, Latin, Greek and Cyrillic, and kana.
/// Letters with marks, such as é, ΐ or が, are composed, whether the text has them as one code point or as several.
public struct Alphabet: Sendable {
  /// A character: its strokes relative to the pen, with the base line at y = 70, and the pen's advance.
  package struct Glyph: Sendable {
    var advance: Double
    var strokes: [Path]
    /// Whether the first stroke is joined to those of its neighbours.
    var isJoined = false

    /// Creates a glyph.
    package init(advance: Double, strokes: [Path]) { (self.advance, self.strokes) = (advance, strokes) }
  }

  /// Latin, Greek and Cyrillic letters, kana, digits, punctuation, and the marks of European languages.
  public static let standard = Alphabet(
    checked: PackageResources.Kana_txt,
    over: Alphabet(
      checked: PackageResources.Cyrillic_txt, over: Alphabet(checked: PackageResources.Alphabet_txt)))

  /// A print script whose small letters end in a turn to the right, as German schools teach it before the joined one.
  public static let school = Alphabet(checked: PackageResources.School_txt, over: standard)

  /// A script whose small letters are joined within a word.
  public static let joined = Alphabet(checked: PackageResources.Joined_txt, over: standard)

  /// The space between two letters.
  static let gap = 18.0
  package static let capHeight = 70.0
  static let xHeight = 35.0
  package static let baseLine = 70.0
  private static let spaceWidth = 24.0

  private var glyphs: [Character: Glyph] = [:]
  private var marks: [AlphabetMark] = []
  /// The letters preferred to those of the alphabet, the most preferred first.
  private var sources: [any LetterSource] = []
  /// Whether letters are joined.
  private(set) var isJoined = false
  /// The maximum number of joined letters that are written without lifting the pen.
  var longestRun = Int.max

  /// Reads a data file of the package; a test checks that every line is valid.
  private init(checked data: [UInt8], over other: Alphabet? = nil) {
    do { try self.init(String(decoding: data, as: UTF8.self), over: other) } catch { self.init() }
  }

  /// Reads letters from a data file in the format that the first lines of `Alphabet.txt` describe.
  ///
  /// After a line with the single word `joined`, the first stroke of each small letter is joined to those of its neighbours in a word.
  ///
  /// - Parameters:
  ///   - data: The file.
  ///   - other: The alphabet that has the other letters.
  /// - Throws: `InvalidValue` for a line that is not in the format.
  public init(_ data: String, over other: Alphabet?) throws(InvalidValue) {
    if let other { self = other } else { self.init() }
    var sames: [(Character, Character)] = []
    var joins = false
    for (index, line) in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      if line.hasPrefix("//") || line.allSatisfy(\.isWhitespace) { continue }
      let parts = line.split(separator: " ", maxSplits: 2)
      if parts == ["joined"] {
        (joins, isJoined) = (true, true)
      } else if parts[0].hasPrefix("U+"), let mark = AlphabetMark(parts) {
        marks.append(mark)
      } else if parts.count == 2, parts[1].hasPrefix("="), let character = parts[0].first, let other = parts[1].last {
        sames.append((character, other))
      } else if parts.count == 3, parts[0].count == 1, let character = parts[0].first, let glyph = Self.glyph(parts) {
        glyphs[character] = glyph
        glyphs[character]?.isJoined = joins
      } else {
        throw InvalidValue(
          "letter", String(line), expected: "a character, a width and strokes, such as: l 2 M1 0V70",
          sentence: """
            line \(index + 1) of the alphabet is not a letter: “\(String(line).onOneLine(limit: 60))”; \
            write a character, its width and its strokes, such as: l 2 M1 0V70
            """)
      }
    }
    for (character, other) in sames { glyphs[character] = glyphs[other] }
  }

  private init() {}

  private static func glyph(_ parts: [Substring]) -> Glyph? {
    var stop: Int?
    let path = Path(svg: String(parts[2])) { stop = $0 }
    guard let width = Double(parts[1]), 0...10_000 ~= width, stop == nil, !path.isEmpty else { return nil }
    return Glyph(advance: width + gap, strokes: path.subpaths)
  }

  /// The characters with strokes of their own, in order; together with marks there are many more.
  public var characters: [Character] { glyphs.keys.sorted() }

  /// The maximum number of path steps in the letters of a text.
  private static let elementLimit = 2_000_000

  /// The maximum length of a text, in characters.
  public static let textLimit = 1000

  /// Returns the alphabet with other letters that take precedence.
  package func preferring(_ letters: any LetterSource) -> Alphabet {
    var alphabet = self
    alphabet.sources.insert(letters, at: 0)
    return alphabet
  }

  /// Whether strokes may be so close to each other that the corridor must follow their density.
  var isDense: Bool { sources.contains { $0.isDense } }

  /// Returns the characters of a text that can't be written, without duplicates, in order.
  public func missing(in text: String) -> [Character] {
    var missing: [Character] = []
    _ = glyphs(of: text) { if !missing.contains($0) { missing.append($0) } }
    return missing
  }

  /// Returns the strokes of a text, as large as fits into a rectangle and centred in it; see `lettering(_:in:)`.
  ///
  /// - Throws: `InvalidValue` as `lettering(_:in:)` does.
  public func paths(for text: String, in rect: Rect) throws(InvalidValue) -> [Path] {
    try lettering(text, in: rect).paths
  }

  /// Lays out a text as large as fits into a rectangle, centred in it.
  ///
  /// Lines break at line feeds, and at spaces if that makes the letters larger. Words stay whole, except words of more than 24 letters in
  /// a rectangle too narrow for them. Only the centre lines of the strokes fit, so leave space for the width of the corridor.
  ///
  /// - Throws: `InvalidValue` for a text without a letter, one longer than `textLimit`, one with characters that the alphabet lacks, or
  ///   a rectangle without area.
  public func lettering(_ text: String, in rect: Rect) throws(InvalidValue) -> Lettering {
    guard !rect.isEmpty, rect.width.isFinite, rect.height.isFinite, rect.minX.isFinite, rect.minY.isFinite else {
      throw InvalidValue("size of the letters", "\(rect.width)×\(rect.height)", expected: "above 0 in both directions")
    }
    let count = text.count
    guard count <= Self.textLimit else {
      throw InvalidValue(
        "text", "of \(count) characters", expected: "at most \(Self.textLimit)",
        sentence: "the text is too long: it has \(count) characters, but at most \(Self.textLimit) can be laid out")
    }
    var missing: Character?
    let pieces = glyphs(of: text) { missing = missing ?? $0 }
    if let missing {
      throw InvalidValue(
        "letter", "\"\(missing)\"", expected: "in the alphabet",
        sentence: "the alphabet has no letter “\(missing)”: leave it out, or add it from an SVG font")
    }
    var elements = 0
    for case .glyph(let glyph) in pieces { elements += glyph.strokes.reduce(0) { $0 + $1.elements.count } }
    guard elements <= Self.elementLimit else {
      throw InvalidValue(
        "text", "of \(elements) points in this font", expected: "at most \(Self.elementLimit)",
        sentence: """
          the text is too long for its font: the letters have \(elements) points together, and \
          at most \(Self.elementLimit) are supported
          """)
    }
    guard let setting = TextSetting(pieces) else {
      throw InvalidValue(
        "text", "\"\(text)\"", expected: "at least one letter",
        sentence: "the text “\(text.onOneLine(limit: 40))” has no letter to write")
    }
    return setting.lettering(in: rect)
  }

  /// A part of a laid-out text.
  enum Piece {
    case glyph(Glyph)
    case space(Double)
    /// A space that does not break the line.
    case fixedSpace(Double)
    case lineFeed
  }

  /// Returns the parts of a text before letters are joined, without characters that the alphabet lacks.
  func separatePieces(of text: String) -> [Piece] { separateGlyphs(of: text) { _ in } }

  private func glyphs(of text: String, missing: (Character) -> Void) -> [Piece] {
    joined(separateGlyphs(of: text, missing: missing))
  }

  private func separateGlyphs(of text: String, missing: (Character) -> Void) -> [Piece] {
    var known: [Character: Glyph] = [:]
    var ofSources: [[String: Glyph]] = sources.map { _ in [:] }
    var pieces: [Piece] = []
    var rest = Substring(text)
    while let character = rest.first {
      if let (glyph, length) = preferred(atStartOf: rest, known: &ofSources) {
        rest = rest.dropFirst(length)
        let isFixed = Self.isFixed(character, in: text, before: rest)
        pieces.append(
          character.isWhitespace ? isFixed ? .fixedSpace(glyph.advance) : .space(glyph.advance) : .glyph(glyph))
        continue
      }
      rest = rest.dropFirst()
      if character.isNewline {
        pieces.append(.lineFeed)
      } else if character.isWhitespace {
        pieces.append(
          Self.isFixed(character, in: text, before: rest) ? .fixedSpace(Self.spaceWidth) : .space(Self.spaceWidth))
      } else if Self.unseen.contains(character) {
        continue
      } else if let glyph = known[character] ?? glyphs[character] ?? composed(character) {
        known[character] = glyph
        pieces.append(.glyph(glyph))
      } else {
        missing(character)
      }
    }
    return pieces
  }

  private func preferred(
    atStartOf text: Substring, known: inout [[String: Glyph]]
  ) -> (glyph: Glyph, length: Int)? {
    for (index, source) in sources.enumerated() {
      if let found = source.glyph(atStartOf: text, known: &known[index]) { return found }
    }
    return nil
  }

  /// Whether a space does not break the line: a no-break space, or a space in French before a question mark or inside quotation marks.
  private static func isFixed(_ space: Character, in text: String, before rest: Substring) -> Bool {
    let before = text[..<rest.startIndex].dropLast().last
    return fixedSpaces.contains(space) || rest.first.map("?!:;»›".contains) == true
      || before.map("«‹".contains) == true
  }

  private static let fixedSpaces: Set<Character> = ["\u{A0}", "\u{202F}", "\u{2007}"]
  /// Soft hyphens, and zero-width characters left by text processors.
  static let unseen: Set<Character> = ["\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}"]

  /// Returns a letter with its marks, however Unicode composes it.
  private func composed(_ character: Character) -> Glyph? {
    let scalars = character.canonicalDecomposition
    let added = scalars.dropFirst().map { scalar in marks.first { $0.scalar == scalar } }
    guard let base = scalars.first.map(Character.init), base.isLetter, !added.isEmpty, let glyph = glyphs[base] else {
      return nil
    }
    // An i or a j below a mark has no dot.
    let dotless: [Character: Character] = ["i": "ı", "j": "ȷ", "і": "ı", "ј": "ȷ"]
    let isUnderMark = added.contains { $0?.position == .above }
    var result = isUnderMark ? dotless[base].flatMap { glyphs[$0] } ?? glyph : glyph
    for mark in added {
      guard let mark else { return nil }
      result = mark.put(on: result, of: base)
    }
    return result
  }
}

extension Character {
  /// The letter and its marks (NFD).
  fileprivate var canonicalDecomposition: [Unicode.Scalar] {
    #if canImport(Darwin)
      Array(String(self).decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
      Array(String(self)._nfd)
    #endif
  }
}

/// Letters from another source, such as a font.
package protocol LetterSource: Sendable {
  /// Whether strokes may be so close to each other that the corridor must follow their density.
  var isDense: Bool { get }
  /// Returns the glyph or ligature at the beginning of a text, and the number of characters it covers; nil if there is none.
  ///
  /// - Parameter known: The glyphs so far, as a cache, because looking one up may be expensive.
  func glyph(
    atStartOf text: Substring, known: inout [String: Alphabet.Glyph]
  ) -> (glyph: Alphabet.Glyph, length: Int)?
}
