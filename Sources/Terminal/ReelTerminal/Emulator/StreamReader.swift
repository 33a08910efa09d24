/// Splits a program's output into pieces that a terminal processes one at a time.
///
/// It keeps what has an effect here, and rewrites each sequence in its plainest form. Strings for the terminal itself
/// (DCS, APC, PM, SOS, and all OSC except titles and colours), unknown sequences, and 8-bit controls draw nothing here
/// but might elsewhere, so they are left out.
package struct StreamReader: Sendable {
  /// A piece of a program's output.
  package enum Piece: Hashable, Sendable {
    /// A character, possibly without a cell of its own.
    case character(Unicode.Scalar)
    /// A control that moves the cursor.
    case control(UInt8)
    /// A sequence that does not move the text position: a style, a character set, or the cursor's look.
    case style(String)
    /// Any other sequence.
    case sequence(String)
    /// A number of repetitions of the previous character: REP.
    case repetition(Int)
    /// A window title, with the number of its command.
    case title(Int, String)
    /// The content of a command that sets or queries colours.
    case colors(String)
    /// An unsupported sequence that places text elsewhere, by its name.
    case unknown(String)

    /// The piece as programs write it.
    package var text: String {
      switch self {
      case .character(let scalar): String(Character(scalar))
      case .control(let byte): String(Character(Unicode.Scalar(byte)))
      case .style(let text), .sequence(let text): text
      case .repetition(let count): "\u{1B}[\(count)b"
      case .title(let number, let text): "\u{1B}]\(number);\(text)\u{07}"
      case .colors(let text): "\u{1B}]\(text)\u{07}"
      case .unknown: ""
      }
    }
  }

  private var parser = EscapeParser()

  /// Creates a reader at the beginning of a stream.
  package init() {}

  /// Reads the next text.
  ///
  /// A sequence may begin in one text and end in another.
  ///
  /// - Parameters:
  ///   - text: The next output of the program.
  ///   - take: Called with each complete piece.
  package mutating func read(_ text: String, _ take: (Piece) throws -> Void) rethrows {
    for byte in text.utf8 {
      let piece: Piece? =
        switch parser.take(byte) {
        case .none, .malformed, .device, .application: nil
        // 8-bit controls begin sequences elsewhere.
        case .print(let scalar): (0x7F..<0xA0).contains(scalar.value) ? nil : .character(scalar)
        case .execute(let byte): control(byte)
        case .escape(let byte): escape(byte)
        case .control(let byte): sequence(byte)
        case .command: command(parser.string)
        }
      if let piece { try take(piece) }
    }
  }

  private func control(_ byte: UInt8) -> Piece? {
    switch byte {
    case 0x08...0x0D: .control(byte)
    // Select another character set.
    case 0x0E, 0x0F: .style(String(Character(Unicode.Scalar(byte))))
    default: nil
    }
  }

  private func escape(_ byte: UInt8) -> Piece? {
    switch (parser.intermediates, byte) {
    case (0, 0x36), (0, 0x37), (0, 0x38), (0, 0x39), (0, 0x44), (0, 0x45), (0, 0x48), (0, 0x4D), (0, 0x63):
      .sequence("\u{1B}" + String(Character(Unicode.Scalar(byte))))
    // Only the line-drawing set is supported.
    case (0x28, _): .style("\u{1B}(" + (byte == 0x30 ? "0" : "B"))
    case (0x29, _): .style("\u{1B})" + (byte == 0x30 ? "0" : "B"))
    case (0x23, 0x38): .sequence("\u{1B}#8")
    default: nil
    }
  }

  private func sequence(_ final: UInt8) -> Piece? {
    let letter = Character(Unicode.Scalar(final))
    let parameters = parser.parameters.prefix(EscapeParser.parameterLimit)
    switch (parser.intermediates, letter) {
    case (0, "b"): return .repetition(max(1, parameters.first ?? 1))
    case (0, "m"): return .style("\u{1B}[\(numbers)m")
    case (0, "h"), (0, "l"): return modes("", parameters.filter([4, 20].contains), letter)
    case (0, "T") where parameters.count > 1: return nil
    // Nothing is protected here, so selective erasing erases everything.
    case (0, _) where Self.finals.contains(letter), (0x3F, "J"), (0x3F, "K"):
      return .sequence("\u{1B}[\(numbers)\(letter)")
    case (0x3F, "h") where parameters.contains(where: Self.unknownModes.contains): return .unknown("CSI ?\(numbers)h")
    case (0x3F, "h"), (0x3F, "l"): return modes("?", parameters.filter(Self.privateModes.contains), letter)
    case (0x20, "q"): return .style("\u{1B}[\(numbers) q")
    case (0x21, "p"): return .sequence("\u{1B}[!p")
    case (0x20, "@"), (0x20, "A"), (0x27, "}"), (0x27, "~"), (0x24, "v"):
      return .sequence("\u{1B}[\(numbers)\(Unicode.Scalar(UInt8(parser.intermediates)))\(letter)")
    // DECFRA fills a rectangle with a character.
    case (0x24, "x"): return .unknown("CSI \(numbers)$x")
    default: return nil
    }
  }

  /// The final characters of the other supported control sequences.
  private static let finals = Set("@ABCDEFGHIJKLMPSTXZ^`adefgrsu")
  /// The private modes that change what is visible, and those of them that do not move the text position.
  private static let (privateModes, looks) = ([5, 6, 7, 25, 47, 1047, 1048, 1049], [5, 25])

  /// Unsupported private modes that change where text goes: reverse wraparound, and left and right margins.
  private static let unknownModes = [45, 69]

  private func modes(_ mark: String, _ modes: [Int], _ letter: Character) -> Piece? {
    if modes.isEmpty { return nil }
    let text = "\u{1B}[\(mark)\(modes.map { "\($0)" }.joined(separator: ";"))\(letter)"
    return !mark.isEmpty && modes.allSatisfy(Self.looks.contains) ? .style(text) : .sequence(text)
  }

  /// The parameters as they were written.
  private var numbers: String {
    var text = ""
    for (index, number) in parser.parameters.prefix(EscapeParser.parameterLimit).enumerated() {
      if index > 0 { text += parser.isPart[index] ? ":" : ";" }
      if number >= 0 { text += "\(number)" }
    }
    return text
  }

  private func command(_ bytes: [UInt8]) -> Piece? {
    guard let number = Int(String(decoding: bytes.prefix { $0 != 0x3B }, as: UTF8.self)) else { return nil }
    switch number {
    case 0, 2: return Terminal.title(in: bytes).map { .title(number, $0) }
    case 4, 5, 10...19, 104, 105, 110...119:
      guard bytes.count < EscapeParser.commandLimit, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
        return nil
      }
      return .colors(String(decoding: bytes, as: UTF8.self))
    default: return nil
    }
  }
}
