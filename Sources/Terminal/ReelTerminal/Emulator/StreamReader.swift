/// Cuts what a program writes into pieces, each of which a terminal takes at once.
///
/// It keeps what draws something here, and writes each sequence anew in its plainest form. Strings for the terminal itself
/// (DCS, APC, PM, SOS, and all OSC but titles and colours), sequences that are not known, and controls of eight bits draw
/// nothing here and may draw something elsewhere: they are left out.
package struct StreamReader: Sendable {
  /// A part of what a program wrote.
  package enum Piece: Hashable, Sendable {
    /// A character, perhaps one that takes no cell of its own.
    case character(Unicode.Scalar)
    /// A control that moves the cursor.
    case control(UInt8)
    /// A sequence after which text goes on where it was: a style, a set of characters, the look of the cursor.
    case style(String)
    /// Any other sequence.
    case sequence(String)
    /// The character before, a number of times more: REP.
    case repetition(Int)
    /// A name for the window, with the number of the command.
    case title(Int, String)
    /// The content of a command that changes or asks for colours.
    case colors(String)
    /// A sequence that places text elsewhere and that is not known here, by its name.
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

  /// Begins a stream.
  package init() {}

  /// Reads on; a sequence may begin in one text and end in another.
  ///
  /// - Parameters:
  ///   - text: What the program wrote next.
  ///   - take: Is called with each piece that has become whole.
  package mutating func read(_ text: String, _ take: (Piece) throws -> Void) rethrows {
    for byte in text.utf8 {
      let piece: Piece? =
        switch parser.take(byte) {
        case .none, .malformed: nil
        // Controls of eight bits begin sequences elsewhere.
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
    // Another set of characters.
    case 0x0E, 0x0F: .style(String(Character(Unicode.Scalar(byte))))
    default: nil
    }
  }

  private func escape(_ byte: UInt8) -> Piece? {
    switch (parser.intermediates, byte) {
    case (0, 0x36), (0, 0x37), (0, 0x38), (0, 0x39), (0, 0x44), (0, 0x45), (0, 0x48), (0, 0x4D), (0, 0x63):
      .sequence("\u{1B}" + String(Character(Unicode.Scalar(byte))))
    // Of all sets that of lines alone is known.
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
    // Nothing is protected here, so what is erased selectively is erased.
    case (0, _) where Self.finals.contains(letter), (0x3F, "J"), (0x3F, "K"):
      return .sequence("\u{1B}[\(numbers)\(letter)")
    case (0x3F, "h") where parameters.contains(where: Self.unknownModes.contains): return .unknown("CSI ?\(numbers)h")
    case (0x3F, "h"), (0x3F, "l"): return modes("?", parameters.filter(Self.privateModes.contains), letter)
    case (0x20, "q"): return .style("\u{1B}[\(numbers) q")
    case (0x21, "p"): return .sequence("\u{1B}[!p")
    case (0x20, "@"), (0x20, "A"), (0x27, "}"), (0x27, "~"), (0x24, "v"):
      return .sequence("\u{1B}[\(numbers)\(Unicode.Scalar(UInt8(parser.intermediates)))\(letter)")
    // DECFRA writes letters into a rectangle.
    case (0x24, "x"): return .unknown("CSI \(numbers)$x")
    default: return nil
    }
  }

  /// The final characters of the other control sequences that do something here.
  private static let finals = Set("@ABCDEFGHIJKLMPSTXZ^`adefgrsu")
  /// The private modes that change what is seen, and those of them after which text goes on where it was.
  private static let (privateModes, looks) = ([5, 6, 7, 25, 47, 1047, 1048, 1049], [5, 25])

  /// The private modes that change where text goes and that are not known here: wrapping backwards, and margins at the sides.
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
