import ReelGeometry

/// A text split into words, ready to be laid out in lines.
struct TextSetting {
  private struct Word {
    /// The space before the word, unless it begins a line.
    var space: Double
    var glyphs: [Alphabet.Glyph]
  }

  /// A glyph with its pen position.
  private typealias Line = [(glyph: Alphabet.Glyph, x: Double)]

  /// The paragraphs of the text.
  private var paragraphs: [[Word]] = [[]]
  /// The distance between base lines.
  private let pitch: Double
  private let inkHeight: Double

  /// The maximum number of letters in a word that is never broken.
  private static let longestWhole = 24
  /// The gain in size that justifies breaking long words.
  private static let worthBreaking = 1.5

  /// Creates the layout of a text; nil if it has no letters.
  init?(_ pieces: [Alphabet.Piece]) {
    var space = 0.0
    var isInWord = false
    var ink = (top: Double.infinity, bottom: -Double.infinity)
    func word(_ change: (inout Word) -> Void, in line: inout [Word]) {
      if !isInWord { line.append(Word(space: space, glyphs: [])) }
      change(&line[line.count - 1])
      (isInWord, space) = (true, 0)
    }
    for piece in pieces {
      switch piece {
      case .glyph(let glyph):
        word({ $0.glyphs.append(glyph) }, in: &paragraphs[paragraphs.count - 1])
        let box = Rect(around: glyph.strokes)
        if !glyph.strokes.isEmpty { ink = (min(ink.top, box.minY), max(ink.bottom, box.maxY)) }
      case .fixedSpace(let width):
        let blank = Alphabet.Glyph(advance: width, strokes: [])
        word({ $0.glyphs.append(blank) }, in: &paragraphs[paragraphs.count - 1])
      case .space(let width):
        space += width
        isInWord = false
      case .lineFeed:
        paragraphs.append([])
        (isInWord, space) = (false, 0)
      }
    }
    guard ink.top.isFinite else { return nil }
    inkHeight = ink.bottom - ink.top
    // Capitals and accents keep the same distance from descenders above.
    pitch = max(125, inkHeight + 25)
  }

  /// Lays out the text as large as fits into a rectangle, centred in it.
  func lettering(in rect: Rect) -> Lettering {
    let whole = best(in: rect, longestWhole: .max)
    var lines = whole.lines
    if paragraphs.joined().contains(where: { $0.glyphs.count > Self.longestWhole }) {
      let broken = best(in: rect, longestWhole: Self.longestWhole)
      if broken.scale > Self.worthBreaking * whole.scale { lines = broken.lines }
    }
    let strokes = lines.enumerated().flatMap { row, line in
      line.flatMap { glyph, x in
        glyph.strokes.map { $0.applying(.translation(x: x, y: Double(row) * pitch)) }
      }
    }
    let box = Rect(around: strokes)
    let scale = min(
      box.width > 0 ? rect.width / box.width : .infinity, box.height > 0 ? rect.height / box.height : .infinity,
      // Punctuation is no larger than beside a capital.
      box.height < 0.9 * Alphabet.xHeight ? rect.height / Alphabet.capHeight : .infinity)
    let fit = AffineTransform(
      a: scale, b: 0, c: 0, d: scale, tx: rect.center.x - scale * box.center.x, ty: rect.center.y - scale * box.center.y
    )
    return Lettering(paths: strokes.map { $0.applying(fit) }, xHeight: scale * Alphabet.xHeight)
  }

  /// Tries every number of lines, each with lines as short as that number allows, until more lines would be too high.
  private func best(in rect: Rect, longestWhole: Int) -> (lines: [Line], scale: Double) {
    var best: (lines: [Line], scale: Double) = ([], 0)
    let longest = paragraphs.map { width(of: lines(of: $0, width: .infinity, longestWhole: .max)) }.max() ?? 0
    var count = paragraphs.count
    while true {
      let height = Double(count - 1) * pitch + inkHeight
      guard best.lines.isEmpty || rect.height / height > best.scale else { return best }
      let width = shortestWidth(for: count, upTo: longest, longestWhole: longestWhole)
      let lines = lines(width: width, longestWhole: longestWhole)
      let scale = min(rect.width / max(self.width(of: lines), .leastNormalMagnitude), rect.height / height)
      if best.lines.isEmpty || scale > best.scale { best = (lines, scale) }
      count += 1
    }
  }

  /// Returns the smallest width that gives at most a number of lines.
  private func shortestWidth(for count: Int, upTo longest: Double, longestWhole: Int) -> Double {
    var (low, high) = (0.0, longest)
    for _ in 0..<30 {
      let middle = (low + high) / 2
      let lines = lines(width: middle, longestWhole: longestWhole)
      if lines.count <= count, width(of: lines) <= middle { high = middle } else { low = middle }
    }
    return high
  }

  private func width(of lines: [Line]) -> Double {
    lines.compactMap { $0.last.map { $0.x + $0.glyph.advance - Alphabet.gap } }.max() ?? 0
  }

  private func lines(width: Double, longestWhole: Int) -> [Line] {
    paragraphs.flatMap { lines(of: $0, width: width, longestWhole: longestWhole) }
  }

  /// Fills lines one after another with as many words as fit.
  private func lines(of words: [Word], width: Double, longestWhole: Int) -> [Line] {
    var lines: [Line] = [[]]
    var pen = 0.0
    for word in words {
      let length = word.glyphs.reduce(-Alphabet.gap) { $0 + $1.advance }
      let isBroken = word.glyphs.count > longestWhole && length > width
      if let last = lines.last, !last.isEmpty, isBroken ? false : pen + word.space + length > width {
        lines.append([])
        pen = 0
      } else {
        pen += word.space
      }
      for glyph in word.glyphs {
        if isBroken, lines[lines.count - 1].isEmpty == false, pen + glyph.advance - Alphabet.gap > width {
          lines.append([])
          pen = 0
        }
        lines[lines.count - 1].append((glyph, pen))
        pen += glyph.advance
      }
    }
    return lines
  }
}
