import ReelTerminal

/// A session whose secrets are masked.
///
/// Each character on the screen comes from one piece of the program's output. If it is part of a match at any moment,
/// an asterisk replaces it in the output, so it appears at no other moment either: neither before the match was
/// complete nor where the text was moved to. Then every run of four characters of a match is searched for everywhere
/// else and masked, too. This repeats until nothing is found in the session as it will be written, which is the proof.
package struct MaskedSession {
  /// The session.
  package private(set) var cast: Cast
  private var search: SecretSearch
  /// Whether each piece is masked, by its number, from 1.
  private var isMasked: [Bool] = [false]
  /// Whether each key is masked, by its number among all keys, from 1.
  private var isKeyMasked: [Bool] = [false]
  /// Pieces that were combined into the cell of another piece.
  private var joined: [UInt32: UInt32] = [:]
  /// Whether this round found anything new.
  private var hasFound = false

  /// The most search rounds.
  ///
  /// Masked text may match again, but hardly ever does.
  private static let roundLimit = 16

  init(_ cast: Cast, _ search: SecretSearch) { (self.cast, self.search) = (cast, search) }

  /// Returns a text with matches masked, and parts of matches in the session.
  package mutating func text(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    var traced = TracedText()
    for (index, scalar) in scalars.enumerated() { traced.append(scalar, from: UInt32(index + 1)) }
    for source in search.found(in: traced).sources { scalars[source - 1] = SecretSearch.mask }
    return String(String.UnicodeScalarView(scalars))
  }

  /// Masks the whole session.
  mutating func mask() throws(Redaction.Seen) {
    removeAnswers()
    for _ in 0..<Self.roundLimit {
      let known = search.partCount
      hasFound = false
      try searchScreens()
      searchKeys()
      maskNames()
      if !hasFound, search.partCount == known { return write() }
      search.hasMasks = true
    }
    throw Redaction.Seen(time: 0)
  }

  // MARK: Output

  private mutating func searchScreens() throws(Redaction.Seen) {
    var terminal = TracedTerminal(columns: cast.columns, rows: cast.rows)
    var (reader, stream, number) = (StreamReader(), TracedText(), UInt32(0))
    for timed in cast.events {
      switch timed.event {
      case .output(let text):
        var pieces: [StreamReader.Piece] = []
        reader.read(text) { pieces.append($0) }
        for piece in pieces {
          if case .unknown(let name) = piece { throw Redaction.Seen(time: timed.time, sequence: name) }
          number += 1
          if isMasked.count == number { isMasked.append(false) }
          // A program may show text and hide it at the same moment, so text is searched before it is moved or erased.
          if piece.endsText { for text in terminal.changedTexts() { try find(text, timed.time) } }
          for written in shown(piece, number, columns: terminal.columns) {
            stream.append(written, number)
            if let cell = terminal.take(written, number: number) { joined[number] = cell }
          }
        }
      case .resize(let columns, let rows): terminal.resize(columns: columns, rows: rows)
      case .input, .marker: break
      }
      for text in terminal.screenTexts() { try find(text, timed.time) }
    }
    try find(stream, cast.duration)
    // Characters that follow one another in the file reveal a secret, wherever they are on the screen.
    for source in search.repeated(in: stream.letters).sources { mask(source) }
  }

  private mutating func mask(_ source: Int) {
    if !isMasked[source] { (isMasked[source], hasFound) = (true, true) }
  }

  /// Masks the matches in a text.
  private mutating func find(_ text: TracedText, _ time: Double) throws(Redaction.Seen) {
    let found = search.found(in: text)
    // It was not written as characters: DECALN fills the screen.
    if found.hasUnwritten { throw Redaction.Seen(time: time) }
    for source in found.sources { mask(source) }
  }

  /// The pieces that replace a piece.
  private mutating func shown(
    _ piece: StreamReader.Piece, _ number: UInt32, columns: Int
  ) -> [StreamReader.Piece] {
    let mask = StreamReader.Piece.character(SecretSearch.mask)
    switch piece {
    case .character(let scalar):
      if let cell = joined[number], isMasked[Int(cell)] || isMasked[Int(number)] { return [] }
      return isMasked[Int(number)] ? Array(repeating: mask, count: CharacterWidth.of(scalar)) : [piece]
    case .repetition(let count):
      return isMasked[Int(number)] ? Array(repeating: mask, count: min(count, columns)) : [piece]
    case .title(let command, let name): return [.title(command, text(name))]
    case .colors(let content): return text(content) == content ? [piece] : []
    case .control, .style, .sequence, .unknown: return [piece]
    }
  }

  // MARK: Keys and names

  /// Removes the terminal's own answers from the keys.
  ///
  /// They are shown nowhere, and may contain anything.
  private mutating func removeAnswers() {
    for index in cast.events.indices {
      guard case .input(let text) = cast.events[index].event else { continue }
      let answer = #/\x{1B}[P\]X^_][^\x{07}\x{1B}]+(?:\x{07}|\x{1B}\\)?/#.matchingSemantics(.unicodeScalar)
      cast.events[index].event = .input(text.replacing(answer, with: ""))
    }
  }

  /// Masks matches in keys, both with and without the keys that produce no character.
  ///
  /// Return ends a word.
  private mutating func searchKeys() {
    var (all, typed) = (TracedText(), TracedText())
    var (reader, number) = (StreamReader(), UInt32(0))
    for case .input(let text) in cast.events.map(\.event) {
      for scalar in text.unicodeScalars {
        number += 1
        if isKeyMasked.count == number { isKeyMasked.append(false) }
        let shown = isKeyMasked[Int(number)] ? SecretSearch.mask : scalar
        if scalar.properties.generalCategory == .control { all.endLine() } else { all.append(shown, from: number) }
        reader.read(String(Character(scalar))) { piece in
          switch piece {
          case .character: typed.append(shown, from: number)
          case .control(0x0A), .control(0x0D): typed.endLine()
          default: break
          }
        }
      }
    }
    let found = [search.found(in: all), search.found(in: typed), search.repeated(in: typed.letters)]
    for source in found.flatMap(\.sources) where !isKeyMasked[source] {
      (isKeyMasked[source], hasFound) = (true, true)
    }
  }

  /// Masks the session's title and its marker labels.
  private mutating func maskNames() {
    func mask(_ name: String) -> String {
      let masked = text(name)
      hasFound = hasFound || masked != name
      return masked
    }
    cast.title = cast.title.map(mask)
    for index in cast.events.indices {
      if case .marker(let label) = cast.events[index].event { cast.events[index].event = .marker(mask(label)) }
    }
  }

  // MARK: The result

  private mutating func write() {
    var (reader, number, key, columns) = (StreamReader(), UInt32(0), 0, cast.columns)
    for index in cast.events.indices {
      switch cast.events[index].event {
      case .output(let text):
        var pieces: [StreamReader.Piece] = []
        reader.read(text) { pieces.append($0) }
        var written = ""
        for piece in pieces {
          number += 1
          written += shown(piece, number, columns: columns).map(\.text).joined()
        }
        cast.events[index].event = .output(written)
      case .input(let text):
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
          key += 1
          scalars.append(isKeyMasked[key] ? SecretSearch.mask : scalar)
        }
        cast.events[index].event = .input(String(scalars))
      case .resize(let width, _): columns = width
      case .marker: break
      }
    }
  }
}

extension StreamReader.Piece {
  /// Whether the text before this piece does not continue after it.
  fileprivate var endsText: Bool {
    switch self {
    case .control(let byte): byte != 0x09
    case .sequence, .repetition, .unknown: true
    case .character, .style, .title, .colors: false
    }
  }
}

extension TracedText {
  /// Appends the text of a piece to the output read as a stream.
  fileprivate mutating func append(_ piece: StreamReader.Piece, _ number: UInt32) {
    switch piece {
    case .character(let scalar): append(scalar, from: number)
    case .control(0x09): append("\t")
    case .control, .sequence, .repetition: endLine()
    case .style, .title, .colors, .unknown: break
    }
  }

  /// The text without characters that no piece wrote.
  fileprivate var letters: TracedText { without { _, source in source == 0 } ?? self }
}
