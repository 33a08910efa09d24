/// Splits a Logo program into words, numbers, signs and brackets.
struct LogoLexer {
  enum Kind: Hashable {
    case number(Double)
    /// A word of the language or a procedure's, in lower case.
    case word(String)
    /// `:size`
    case variable(String)
    /// `"size`
    case quoted(String)
    /// One of + - * / = < > <= >= <>
    case sign(String)
    /// A unary minus.
    case negative
    case open, close, openRound, closeRound
  }

  struct Token {
    var kind: Kind
    /// The offset of the token's first byte.
    var offset: Int
    /// The offset after the token's last byte.
    var end: Int
  }

  private let text: LogoText
  private var index = 0
  private var tokens: [Token] = []

  /// The maximum length of a word, in bytes.
  private static let longestWord = 100

  private init(_ text: LogoText) { self.text = text }

  static func tokens(of text: LogoText) throws(LogoError) -> [Token] {
    var lexer = LogoLexer(text)
    while try lexer.readOne() {}
    return lexer.tokens
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < text.bytes.count ? text.bytes[index + offset] : nil
  }

  private mutating func add(_ kind: Kind, from start: Int) {
    tokens.append(Token(kind: kind, offset: start, end: index))
  }

  private mutating func readOne() throws(LogoError) -> Bool {
    while let next = byte(), Self.isSpace(next) || next == UInt8(ascii: "~") { index += 1 }
    guard let next = byte() else { return false }
    let start = index
    switch next {
    case UInt8(ascii: ";"):
      while let next = byte(), next != UInt8(ascii: "\n") { index += 1 }
    case UInt8(ascii: "["): single(.open)
    case UInt8(ascii: "]"): single(.close)
    case UInt8(ascii: "("): single(.openRound)
    case UInt8(ascii: ")"): single(.closeRound)
    case UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "<"),
      UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "!"):
      try readSign(next)
    case UInt8(ascii: ":"):
      index += 1
      let name = readWord()
      guard !name.isEmpty else { throw LogoError(text, at: start, "a colon needs a name after it, such as :size") }
      add(.variable(name), from: start)
    case UInt8(ascii: "\""):
      index += 1
      let word = readWord()
      if byte() == UInt8(ascii: "\"") { index += 1 }
      add(.quoted(word), from: start)
    default:
      let word = readWord(joins: true)
      guard !word.isEmpty else {
        throw LogoError(text, at: start, "\(character(at: start)) means nothing in Logo")
      }
      guard word.utf8.count <= Self.longestWord else {
        throw LogoError(text, at: start, "a word has more than \(Self.longestWord) letters")
      }
      if let first = word.utf8.first, Self.isDigit(first) || first == UInt8(ascii: ".") {
        guard let number = Double(word), number.isFinite else {
          throw LogoError(text, at: start, "\(word) is not a number")
        }
        add(.number(number), from: start)
      } else {
        add(.word(word), from: start)
      }
    }
    return true
  }

  private mutating func single(_ kind: Kind) {
    index += 1
    add(kind, from: index - 1)
  }

  private mutating func readSign(_ first: UInt8) throws(LogoError) {
    let start = index
    index += 1
    var sign = String(decoding: [first], as: UTF8.self)
    if let next = byte(), next == UInt8(ascii: "=") || first == UInt8(ascii: "<") && next == UInt8(ascii: ">") {
      let two = sign + String(decoding: [next], as: UTF8.self)
      if ["<=", ">=", "<>", "==", "!="].contains(two) {
        index += 1
        sign = two == "==" ? "=" : two == "!=" ? "<>" : two
      }
    }
    guard sign != "!" else { throw LogoError(text, at: start, "! means nothing in Logo") }
    // As in UCBLogo, a minus with a space before it and none after it is unary.
    if sign == "-", isBeginning || Self.isSpace(text.bytes[start - 1]) && byte().map(Self.isSpace) != true {
      return add(.negative, from: start)
    }
    add(.sign(sign), from: start)
  }

  /// Whether there is no value before the sign.
  private var isBeginning: Bool {
    switch tokens.last?.kind {
    case nil, .sign, .negative, .open, .openRound: true
    case .number, .variable, .quoted, .close, .closeRound, .word: false
    }
  }

  private mutating func readWord(joins: Bool = false) -> String {
    let start = index
    while let next = byte(), Self.isWord(next) {
      // 1e-3 is a number.
      let isExponent =
        (next == UInt8(ascii: "e") || next == UInt8(ascii: "E")) && index > start
        && text.bytes[start..<index].allSatisfy { Self.isDigit($0) || $0 == UInt8(ascii: ".") }
      index += 1
      // draw-square is a word, :a-b is not.
      if joins, byte() == UInt8(ascii: "-"), Self.isLetter(next), byte(1).map(Self.isLetter) == true { index += 1 }
      if isExponent, byte() == UInt8(ascii: "-"), byte(1).map(Self.isDigit) == true { index += 1 }
    }
    return String(decoding: text.bytes[start..<index], as: UTF8.self).lowercased()
  }

  private func character(at offset: Int) -> String {
    String(String(decoding: text.bytes[offset...].prefix(4), as: UTF8.self).prefix(1))
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 32 }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 32) }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...32, 127: false
    case UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ";"): false
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "="): false
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: ":"), UInt8(ascii: "!"): false
    case UInt8(ascii: "~"): false
    default: true
    }
  }
}
