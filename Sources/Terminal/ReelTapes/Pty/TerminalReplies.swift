import ReelCanvas
import ReelTerminal

/// The answers of a terminal to a program's queries: its identity, cursor position, and colours.
///
/// Only programs started here are answered, never a recording.
struct TerminalReplies {
  private enum State { case text, escape, control, command, commandEscape, application, string, stringEscape }

  /// The modes that programs have changed.
  private(set) var modes = TerminalModes()
  private let palette: TerminalPalette
  private var state = State.text
  private var sequence: [UInt8] = []

  /// The longest query, in bytes.
  private static let lengthLimit = 512

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
    case (.stringEscape, 0x5C):
      state = .text
      return sequence.isEmpty ? nil : "_" + String(decoding: sequence, as: UTF8.self)
    case (.command, 0x1B): state = .commandEscape
    case (.string, 0x1B), (.application, 0x1B): state = .stringEscape
    case (_, 0x1B): state = .escape
    case (.text, _): break
    case (.command, 0x07):
      state = .text
      return "]" + String(decoding: sequence, as: UTF8.self) + "\u{07}"
    case (.command, _): if sequence.count < Self.lengthLimit { sequence.append(byte) }
    case (.application, _): if sequence.count < Self.lengthLimit { sequence.append(byte) }
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
    case 0x5F: state = .application
    case 0x50, 0x58, 0x5E: state = .string
    // RIS resets everything.
    case 0x63: (state, modes) = (.text, TerminalModes())
    default: state = .text
    }
  }

  private mutating func reply(to question: String, _ terminal: Terminal) -> String? {
    let cursor = "\(terminal.cursorRow + 1);\(terminal.cursorColumn + 1)R"
    switch question {
    // It has colours, and shows pictures as sixels.
    case "[c", "[0c": return "\u{1B}[?62;4;22c"
    case "[>c", "[>0c": return "\u{1B}[>1;1;0c"
    case "[5n": return "\u{1B}[0n"
    case "[6n": return "\u{1B}[" + cursor
    case "[?6n": return "\u{1B}[?" + cursor
    case "[>q", "[>0q": return "\u{1B}P>|Reel\u{1B}\\"
    case "[14t":
      let cell = TerminalImage.cell
      return "\u{1B}[4;\(terminal.rows * cell.height);\(terminal.columns * cell.width)t"
    case "[16t": return "\u{1B}[6;\(TerminalImage.cell.height);\(TerminalImage.cell.width)t"
    case "[18t": return "\u{1B}[8;\(terminal.rows);\(terminal.columns)t"
    default: break
    }
    modes.take(question)
    // DECRQM: the mode is not recognized.
    if question.hasPrefix("[?"), question.hasSuffix("$p") { return "\u{1B}[?\(question.dropFirst(2).dropLast(2));0$y" }
    if question.hasPrefix("_G") { return kitty(question) }
    return question.hasPrefix("]") ? colors(question, terminal) : nil
  }

  /// Answers queries for the colours of text, background and cursor, and those by number.
  private func colors(_ question: String, _ terminal: Terminal) -> String? {
    let end = question.hasSuffix("\u{07}") ? "\u{07}" : "\u{1B}\\"
    let palette = palette.with(terminal.colors)
    let answers = TerminalColors.requests(in: question.utf8.dropFirst().dropLast(end.utf8.count)).map { request in
      guard case .query(let slot) = request else { return "" }
      let pixel = Pixel(palette.color(slot).with(alpha: 1))
      let parts = [pixel.red, pixel.green, pixel.blue].map { value in
        let digits = (value < 16 ? "0" : "") + String(value, radix: 16)
        return digits + digits
      }
      return "\u{1B}]\(slot.command);rgb:\(parts.joined(separator: "/"))\(end)"
    }
    return answers.joined()
  }

  /// Answers a picture of kitty's protocol that asks for an answer, as one whose program looks for that protocol does.
  private func kitty(_ question: String) -> String? {
    let keys = question.dropFirst(2).prefix { $0 != ";" }.split(separator: ",")
    func value(_ key: String) -> Substring? { keys.first { $0.hasPrefix(key + "=") }?.dropFirst(key.count + 1) }
    guard let name = value("i"), name.allSatisfy(\.isNumber), (value("q") ?? "0") == "0", value("m") ?? "0" == "0"
    else {
      return nil
    }
    switch value("a") {
    case "q", "t", "T", "p", nil: break
    default: return nil
    }
    return "\u{1B}_Gi=\(name);\((value("t") ?? "d") == "d" ? "OK" : "EINVAL:send the picture itself")\u{1B}\\"
  }
}
