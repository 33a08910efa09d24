import ReelGeometry

extension Alphabet {
  /// The space between two joined letters.
  private static let joint = 8.0

  /// Returns the pieces of a text with joined letters made one: first the stroke through all of them, then dots and bars.
  func joined(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    var word: [Glyph] = []
    func end() {
      result += runs(of: word).map { .glyph($0) }
      word = []
    }
    for piece in pieces {
      if case .glyph(let glyph) = piece, glyph.isJoined, !glyph.strokes.isEmpty {
        word.append(glyph)
      } else {
        end()
        result.append(piece)
      }
    }
    end()
    return result
  }

  /// Joins the letters of a word, as many as `longestRun` at a time: the pen may be lifted where a letter ends.
  private func runs(of word: [Glyph]) -> [Glyph] {
    var runs: [Glyph] = []
    var end: Point?
    var rest = word[...]
    while !rest.isEmpty {
      let letters = rest.prefix(longestRun)
      rest = rest.dropFirst(letters.count)
      var run = Self.run(of: letters, from: end)
      end = run.strokes[0].end.map { Point(x: $0.x - run.advance, y: $0.y) }
      if rest.isEmpty { run.advance += Self.gap - Self.joint }
      runs.append(run)
    }
    return runs
  }

  /// Joins letters, from the beginning of a word or from the end of the letters before them.
  private static func run(of letters: some Sequence<Glyph>, from end: Point?) -> Glyph {
    var (stroke, others, pen) = (Path(), [Path](), 0.0)
    if let end { stroke.move(to: end) }
    for letter in letters {
      let strokes = letter.strokes.map { $0.applying(.translation(x: pen, y: 0)) }
      let elements = strokes[0].elements
      guard case .move(let start)? = elements.first else { continue }
      if let last = stroke.end {
        stroke.join(from: last, to: start)
      } else {
        // A word begins with a stroke up to its first letter.
        let last = Point(x: start.x - 10, y: min(baseLine, start.y + 30))
        stroke.move(to: last)
        stroke.join(from: last, to: start)
      }
      for element in elements.dropFirst() {
        switch element {
        case .move(let point): stroke.move(to: point)
        case .line(let point): stroke.addLine(to: point)
        case .curve(let control1, let control2, let end):
          stroke.addCurve(to: end, control1: control1, control2: control2)
        case .close: stroke.close()
        }
      }
      others += strokes.dropFirst()
      pen += letter.advance - gap + joint
    }
    return Glyph(advance: pen, strokes: [stroke] + others)
  }

  /// Returns the parts of a text that are written without lifting the pen: joined letters together, others alone.
  ///
  /// Returns nothing for a text with a character that the alphabet lacks, because looking for it takes long.
  func units(of text: String) -> [(text: String, glyph: Glyph)] {
    var known: [Character: Piece] = [:]
    var words: [(letters: [Character], glyphs: [Glyph])] = []
    var isOpen = false
    for character in text {
      guard let piece = known[character] ?? separatePieces(of: String(character)).first else {
        if Self.unseen.contains(character) { continue }
        return []
      }
      known[character] = piece
      guard case .glyph(let glyph) = piece, !glyph.strokes.isEmpty else {
        isOpen = false
        continue
      }
      if isOpen, glyph.isJoined {
        words[words.count - 1].letters.append(character)
        words[words.count - 1].glyphs.append(glyph)
      } else {
        words.append(([character], [glyph]))
      }
      isOpen = glyph.isJoined
    }
    return words.flatMap { letters, glyphs in
      guard glyphs[0].isJoined else { return [(String(letters), glyphs[0])] }
      return runs(of: glyphs).enumerated().map { index, run in
        let first = index * min(longestRun, letters.count)
        return (String(letters[first..<min(letters.count, first + min(longestRun, letters.count))]), run)
      }
    }
  }
}

extension Path {
  /// The end of the last step.
  fileprivate var end: Point? {
    switch elements.last {
    case .move(let point)?, .line(let point)?: point
    case .curve(_, _, let end)?: end
    case .close?, nil: nil
    }
  }

  /// Adds the stroke from the end of one letter to the beginning of the next: along the line, then up.
  fileprivate mutating func join(from last: Point, to start: Point) {
    let way = start - last
    addCurve(
      to: start, control1: Point(x: last.x + 0.5 * way.dx, y: last.y),
      control2: Point(x: start.x - 0.35 * way.dx, y: start.y - 0.45 * way.dy))
  }
}
