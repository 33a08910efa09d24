import ReelGeometry

/// Reads the words of a tape, character by character.
struct TapeScanner {
  let file: String
  private let characters: [Character]
  private(set) var position = 0

  init(_ text: String, file: String) {
    self.file = file
    characters = Array(text.first == "\u{FEFF}" ? text.dropFirst() : text[...])
  }

  /// The next character; nil at the end.
  var next: Character? { position < characters.count ? characters[position] : nil }

  /// Whether the line has more than spaces and a comment.
  var hasMoreOnLine: Bool {
    mutating get {
      skipSpaces()
      return next.map { !$0.isNewline && $0 != "#" } ?? false
    }
  }

  /// Skips empty lines and comments; returns false at the end.
  mutating func skipToCommand() -> Bool {
    while let character = next {
      if character.isWhitespace { position += 1 } else if character == "#" { skipLine() } else { return true }
    }
    return false
  }

  /// Skips to the end of the line.
  mutating func skipLine() {
    while let character = next, !character.isNewline { position += 1 }
  }

  /// Takes a character if it comes next.
  mutating func take(_ character: Character) -> Bool {
    guard next == character else { return false }
    position += 1
    return true
  }

  /// Takes letters, digits and underscores; may be empty.
  mutating func name() -> String {
    run { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" }
  }

  /// Takes the digits and decimal point of a number; may be empty.
  mutating func digits() -> String { run { $0.isASCII && $0.isNumber || $0 == "." } }

  /// Takes any single character; nil at a space or the end of the line.
  mutating func character() -> Character? {
    guard let character = next, !character.isWhitespace else { return nil }
    position += 1
    return character
  }

  /// Takes a word up to the next space.
  mutating func word() -> String { run { !$0.isWhitespace } }

  /// Takes a quoted text, an object in braces, or a word; nil at the end of the line.
  mutating func value() throws(TapeError) -> String? {
    guard hasMoreOnLine || next == "#" else { return nil }
    switch next {
    case "\"", "'", "`": return try quoted()
    case "{": return try braced()
    default: return word()
    }
  }

  /// Takes a quoted text, which has no escapes.
  mutating func quoted() throws(TapeError) -> String {
    let start = position
    let mark = characters[position]
    position += 1
    let text = run { $0 != mark && !$0.isNewline }
    guard take(mark) else { throw error(at: start, "the text has no end: close it with \(mark)") }
    return text
  }

  /// Takes an expression between slashes, with `\/` for a slash; nil if there is none.
  mutating func expression() throws(TapeError) -> String? {
    skipSpaces()
    guard next == "/" else { return nil }
    let start = position
    position += 1
    var text = ""
    while let character = next, !character.isNewline {
      position += 1
      if character == "/" { return text }
      text.append(character)
      if character == "\\", let escaped = next, !escaped.isNewline {
        text.append(escaped)
        position += 1
      }
    }
    throw error(at: start, "the expression has no end: close it with /")
  }

  /// Takes a JSON object, which may span lines.
  private mutating func braced() throws(TapeError) -> String {
    let start = position
    var depth = 0
    var isInText = false
    while let character = next {
      position += 1
      switch character {
      case "\\" where isInText: position += 1
      case "\"": isInText.toggle()
      case "{" where !isInText: depth += 1
      case "}" where !isInText:
        depth -= 1
        if depth == 0 { return String(characters[start..<position]) }
      default: break
      }
    }
    throw error(at: start, "the braces are not closed: end the theme with }")
  }

  mutating func skipSpaces() {
    while let character = next, character.isWhitespace, !character.isNewline { position += 1 }
  }

  /// Takes characters as long as a condition holds.
  private mutating func run(_ belongs: (Character) -> Bool) -> String {
    let start = position
    while let character = next, belongs(character) { position += 1 }
    return String(characters[start..<position])
  }

  /// Creates an error at a character.
  func error(at position: Int, _ reason: String) -> TapeError {
    let before = characters[..<min(position, characters.count)]
    let start = before.lastIndex(where: \.isNewline).map { $0 + 1 } ?? 0
    return TapeError(
      file: file, line: 1 + before.count(where: \.isNewline), column: 1 + before.count - start,
      reason: reason.onOneLine(limit: 300))
  }
}
