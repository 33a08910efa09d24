import ReelTerminal

/// Writes typed keys as a tape.
package enum TapeWriter {
  /// Returns a tape that types what was typed in a session, with the user's pauses.
  ///
  /// - Parameters:
  ///   - cast: The session, with its keys.
  ///   - program: The program and its arguments, which the tape types first; empty for the default shell.
  ///   - output: The film that the tape makes.
  package static func tape(of cast: Cast, running program: [String], output: String) -> String {
    let keys = TypedKeys.keys(in: cast)
    let pause = typingPause(keys)
    var script = Script(pause: pause)
    if !program.isEmpty {
      script.type(program.map(shellWord).joined(separator: " "))
      script.press("Enter")
    }
    var last = 0.0
    for (time, key) in keys {
      script.sleep(time - last)
      last = time
      switch key {
      case .character(let character): script.type(String(character))
      case .press(let name): script.press(name)
      case .unknown(let name): script.note("a tape cannot press \(name)")
      }
    }
    script.sleep(cast.duration - last)
    script.leaveOutEnd()
    let milliseconds = Int(clamping: (pause * 1000).rounded())
    // A name that cannot be quoted is too odd to handle.
    let name = quoted(output)
    let head = (isWhole(name) ? ["Output \(name)"] : []) + ["Set TypingSpeed \(milliseconds)ms", ""]
    return (head + script.lines).map { $0 + "\n" }.joined()
  }

  /// Seconds between letters: the median.
  private static func typingPause(_ keys: [(time: Double, key: TypedKeys.Key)]) -> Double {
    var pauses: [Double] = []
    for (before, after) in zip(keys, keys.dropFirst()) {
      guard case .character = before.key, case .character = after.key, after.time - before.time < 1 else { continue }
      pauses.append(after.time - before.time)
    }
    guard pauses.count > 2 else { return 0.05 }
    let middle = pauses.sorted()[pauses.count / 2]
    return (min(max(middle, 0.02), 0.5) * 100).rounded() / 100
  }

  /// A word quoted for a shell.
  private static func shellWord(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
    return isPlain
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The quotation marks of tapes.
  private static let marks: [Character] = ["\"", "'", "`"]

  /// A text in quotation marks that it does not contain.
  private static func quoted(_ text: String) -> String {
    let mark = String(marks.first { !text.contains($0) } ?? "\"")
    return mark + text + mark
  }

  /// Whether a quoted text reads back unchanged.
  ///
  /// Combining characters must not join the quotation marks.
  private static func isWhole(_ quoted: String) -> Bool {
    guard let mark = quoted.first, quoted.last == mark, marks.contains(mark) else { return false }
    return !quoted.dropFirst().dropLast().contains { $0 == mark || $0.isNewline }
  }

  /// The lines of a tape as it is written.
  private struct Script {
    let pause: Double
    private(set) var lines: [String] = []
    /// The text typed in the last line, and the key pressed there with its count.
    private var text = ""
    private var pressed: (name: String, count: Int)?

    init(pause: Double) { self.pause = pause }

    mutating func type(_ added: String) {
      for character in added {
        if character.isNewline {
          press("Enter")
        } else {
          endPresses()
          text.append(character)
        }
      }
    }

    mutating func press(_ name: String) {
      endText()
      if let last = pressed, last.name == name, last.count < 10_000 {
        pressed = (name, last.count + 1)
      } else {
        endPresses()
        pressed = (name, 1)
      }
    }

    mutating func note(_ note: String) {
      end()
      lines.append("# \(note)")
    }

    /// Adds a pause if it was longer than typing needs.
    mutating func sleep(_ seconds: Double) {
      let rest = seconds - pause
      guard rest > max(0.35, 2 * pause) else { return }
      end()
      lines.append("Sleep " + TapeWriter.time(rest))
    }

    /// Leaves out the keys at the end that ended the shell.
    mutating func leaveOutEnd() {
      end()
      func isSleep(_ line: String?) -> Bool { line?.hasPrefix("Sleep") == true }
      let end = isSleep(lines.last) ? lines.count - 1 : lines.count
      if end > 0, lines[end - 1] == "Ctrl+D" {
        lines.removeSubrange((end - 1)...)
      } else if end > 1, lines[end - 1] == "Enter" {
        let typed = isSleep(lines[end - 2]) ? end - 3 : end - 2
        if typed >= 0, ["Type \"exit\"", "Type \"logout\""].contains(lines[typed]) { lines.removeSubrange(typed...) }
      }
    }

    private mutating func end() {
      endText()
      endPresses()
    }

    private mutating func endText() {
      // A text that contains all three quotation marks is typed in pieces.
      var piece = ""
      for character in text {
        if TapeWriter.marks.allSatisfy({ piece.contains($0) || $0 == character }) {
          add(piece)
          piece = ""
        }
        piece.append(character)
      }
      if !piece.isEmpty { add(piece) }
      text = ""
    }

    private mutating func add(_ piece: String) {
      let quoted = TapeWriter.quoted(piece)
      lines.append(TapeWriter.isWhole(quoted) ? "Type " + quoted : "# The text typed here cannot be written in a tape")
    }

    private mutating func endPresses() {
      if let pressed { lines.append(pressed.count > 1 ? "\(pressed.name) \(pressed.count)" : pressed.name) }
      pressed = nil
    }
  }

  /// A rounded time: to tenths of a second below 1 s, to halves below 10 s, else to whole seconds.
  private static func time(_ seconds: Double) -> String {
    if seconds < 0.95 { return "\(Int(clamping: (seconds * 10).rounded()) * 100)ms" }
    if seconds >= 9.75 { return "\(Int(clamping: min(seconds, 86_400).rounded()))s" }
    let halves = Int(clamping: (seconds * 2).rounded())
    return halves.isMultiple(of: 2) ? "\(halves / 2)s" : "\(halves / 2).5s"
  }
}
