import ReelCanvas

extension TerminalFilm {
  /// The characters of the session that no installed font has, in order of first appearance.
  ///
  /// Boxes, blocks and similar characters need no font. Output after the end of the film is ignored.
  package var missingCharacters: [Unicode.Scalar] {
    var parser = EscapeParser()
    var (seen, found): (Set<Unicode.Scalar>, [Unicode.Scalar]) = ([], [])
    func take(_ byte: UInt8) {
      switch parser.take(byte) {
      case .print(let scalar):
        if scalar.value >= 0x80, seen.insert(scalar).inserted { found.append(scalar) }
      case .malformed: take(byte)
      default: break
      }
    }
    for timed in cast.events where timed.time <= replay.to ?? .infinity {
      guard case .output(let text) = timed.event else { continue }
      for byte in text.utf8 where byte >= 0x80 || byte < 0x20 || !parser.isInText { take(byte) }
    }
    return Font.missing(of: found.filter { CellShapes.mask(of: $0, width: 8, height: 16, line: 1) == nil })
  }
}
