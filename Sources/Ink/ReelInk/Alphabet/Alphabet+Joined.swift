import ReelGeometry

extension Alphabet {
  /// The space between two joined letters.
  private static let joint = 8.0

  /// Returns the pieces of a text with joined letters made one: first the stroke through all of them, then dots and bars.
  static func joined(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    var run: [Glyph] = []
    func end() {
      if !run.isEmpty { result.append(.glyph(word(run))) }
      run = []
    }
    for piece in pieces {
      if case .glyph(let glyph) = piece, glyph.isJoined, !glyph.strokes.isEmpty {
        run.append(glyph)
      } else {
        end()
        result.append(piece)
      }
    }
    end()
    return result
  }

  private static func word(_ letters: [Glyph]) -> Glyph {
    var (stroke, others, pen) = (Path(), [Path](), 0.0)
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
    return Glyph(advance: pen - joint + gap, strokes: [stroke] + others)
  }

  /// Returns the parts of a text that are written without lifting the pen: joined letters together, others alone.
  ///
  /// Returns nothing for a text with a character that the alphabet lacks, because looking for it takes long.
  func units(of text: String) -> [(text: String, glyph: Glyph)] {
    var known: [Character: Piece] = [:]
    var units: [(text: String, letters: [Glyph])] = []
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
        units[units.count - 1].text.append(character)
        units[units.count - 1].letters.append(glyph)
      } else {
        units.append((String(character), [glyph]))
      }
      isOpen = glyph.isJoined
    }
    return units.map { ($0.text, $0.letters[0].isJoined ? Self.word($0.letters) : $0.letters[0]) }
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
