import ReelCanvas
import ReelTerminal

/// The answers of a terminal to a program's queries: its identity, cursor position, and colours.
///
/// Only programs started here are answered, never a recording.
struct TerminalReplies {
  private enum State { case text, escape, control, command, commandEscape, string, stringEscape }

  /// The modes that programs have changed.
  private(set) var modes = TerminalModes()
  private let palette: TerminalPalette
  private var state = State.text
  private var sequence: [UInt8] = []

  /// The longest query, in bytes.
  private static let lengthLimit = 64

  init(_ palette: TerminalPalette) { self.palette = palette }

  /// Shows a program's output, and answers the queries in it.
  ///
  /// - Parameters:
  ///   - bytes: The output, which may split sequences anywhere.
  ///   - terminal: The terminal to show it on. Output before a query is shown before the answer.
  /// - Returns: The answers.
  mutating func take(_ bytes: [UInt8], showing terminal: inout Terminal) -> [UInt8] {
    var answer = ""
    var shown = 0
    for (index, byte) in bytes.enumerated() {
      guard let question = take(byte) else { continue }
      terminal.feed(bytes[shown...index])
      shown = index + 1
      answer += reply(to: question, terminal) ?? ""
    }
    terminal.feed(bytes[shown...])
    return Array(answer.utf8)
  }

  /// Takes a byte; returns a sequence once it is complete, without its two-byte introducer: `[6n`, or `]11;?` with its
  /// end.
  private mutating func take(_ byte: UInt8) -> String? {
    switch (state, byte) {
    case (.commandEscape, 0x5C):
      state = .text
      return "]" + String(decoding: sequence, as: UTF8.self) + "\u{1B}\\"
    case (.stringEscape, 0x5C): state = .text
    case (.command, 0x1B): state = .commandEscape
    case (.string, 0x1B): state = .stringEscape
    case (_, 0x1B): state = .escape
    case (.text, _): break
    case (.command, 0x07):
      state = .text
      return "]" + String(decoding: sequence, as: UTF8.self) + "\u{07}"
    case (.command, _): if sequence.count < Self.lengthLimit { sequence.append(byte) }
    case (.string, _): break
    case (.control, 0x40...0x7E):
      state = .text
      return "[" + String(decoding: sequence + [byte], as: UTF8.self)
    case (.control, 0x20...0x3F): if sequence.count < Self.lengthLimit { sequence.append(byte) }
    // Control characters within a sequence are executed and do not end it.
    case (.control, _): if byte == 0x18 || byte == 0x1A { state = .text }
    default: begin(byte)
    }
    return nil
  }

  private mutating func begin(_ byte: UInt8) {
    sequence = []
    switch byte {
    case 0x5B: state = .control
    case 0x5D: state = .command
    case 0x50, 0x58, 0x5E, 0x5F: state = .string
    // RIS resets everything.
    case 0x63: (state, modes) = (.text, TerminalModes())
    default: state = .text
    }
  }

  private mutating func reply(to question: String, _ terminal: Terminal) -> String? {
    let cursor = "\(terminal.cursorRow + 1);\(terminal.cursorColumn + 1)R"
    switch question {
    case "[c", "[0c": return "\u{1B}[?62;22c"
    case "[>c", "[>0c": return "\u{1B}[>1;1;0c"
    case "[5n": return "\u{1B}[0n"
    case "[6n": return "\u{1B}[" + cursor
    case "[?6n": return "\u{1B}[?" + cursor
    case "[>q", "[>0q": return "\u{1B}P>|Reel\u{1B}\\"
    case "[18t": return "\u{1B}[8;\(terminal.rows);\(terminal.columns)t"
    default: break
    }
    modes.take(question)
    // DECRQM: the mode is not recognized.
    if question.hasPrefix("[?"), question.hasSuffix("$p") { return "\u{1B}[?\(question.dropFirst(2).dropLast(2));0$y" }
    return question.hasPrefix("]") ? color(question) : nil
  }

  /// Answers a query for the colour of text, background, cursor, or one of the sixteen.
  private func color(_ question: String) -> String? {
    let end = question.hasSuffix("\u{07}") ? "\u{07}" : "\u{1B}\\"
    let parts = question.dropFirst().dropLast(end.count).split(separator: ";")
    guard parts.count > 1, parts.last == "?" else { return nil }
    let color: Color
    switch (parts[0], parts.count) {
    case ("10", 2): color = palette.foreground
    case ("11", 2): color = palette.background
    case ("12", 2): color = palette.cursor
    case ("4", 3):
      guard let number = Int(parts[1]), palette.colors.indices.contains(number) else { return nil }
      color = palette.colors[number]
    default: return nil
    }
    let pixel = Pixel(color.with(alpha: 1))
    let parts16 = [pixel.red, pixel.green, pixel.blue].map { value in
      let digits = (value < 16 ? "0" : "") + String(value, radix: 16)
      return digits + digits
    }
    return "\u{1B}]\(parts.dropLast().joined(separator: ";"));rgb:\(parts16.joined(separator: "/"))\(end)"
  }
}
