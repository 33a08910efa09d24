import ReelTerminal

/// Writes down as a tape what somebody typed.
package enum TapeWriter {
  /// Returns a tape that types what was typed in a session, and pauses where its user did.
  ///
  /// - Parameters:
  ///   - cast: The session, with its keys.
  ///   - program: The program that ran, with its arguments: it is typed first; empty for the shell of tapes.
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
      case .unknown(let name): script.note("\(name) cannot be pressed in a tape")
      }
    }
    script.sleep(cast.duration - last)
    script.leaveOutEnd()
    let milliseconds = Int(clamping: (pause * 1000).rounded())
    // A name that cannot be quoted is one that nobody gives.
    let name = quoted(output)
    let head = (isWhole(name) ? ["Output \(name)"] : []) + ["Set TypingSpeed \(milliseconds)ms", ""]
    return (head + script.lines).map { $0 + "\n" }.joined()
  }

  /// Seconds from letter to letter: the middle one of all of them.
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

  /// A word as a shell takes it.
  private static func shellWord(_ word: String) -> String {
    let isPlain =
      !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./=:,+@%".contains($0)) }
    return isPlain
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// The quotation marks of tapes.
  private static let marks: [Character] = ["\"", "'", "`"]

  /// A text in a mark that it does not have.
  private static func quoted(_ text: String) -> String {
    let mark = String(marks.first { !text.contains($0) } ?? "\"")
    return mark + text + mark
  }

  /// Whether a text in marks is read as it was: marks of letters must not join those around it.
  private static func isWhole(_ quoted: String) -> Bool {
    guard let mark = quoted.first, quoted.last == mark, marks.contains(mark) else { return false }
    return !quoted.dropFirst().dropLast().contains { $0 == mark || $0.isNewline }
  }

  /// The lines of a tape in the making.
  private struct Script {
    let pause: Double
    private(set) var lines: [String] = []
    /// What is typed in the last line, and what is pressed there and how often.
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

    /// Pauses, where it was longer than typing is.
    mutating func sleep(_ seconds: Double) {
      let rest = seconds - pause
      guard rest > max(0.35, 2 * pause) else { return }
      end()
      lines.append("Sleep " + TapeWriter.time(rest))
    }

    /// Leaves out what ended the shell at the end, which nobody wants to see.
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
      // A text with all three marks is typed in pieces.
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
      lines.append(TapeWriter.isWhole(quoted) ? "Type " + quoted : "# What was typed here cannot stand in a tape")
    }

    private mutating func endPresses() {
      if let pressed { lines.append(pressed.count > 1 ? "\(pressed.name) \(pressed.count)" : pressed.name) }
      pressed = nil
    }
  }

  /// A time as people say it: tenths of a second, from one second on halves, from ten on whole ones.
  private static func time(_ seconds: Double) -> String {
    if seconds < 0.95 { return "\(Int(clamping: (seconds * 10).rounded()) * 100)ms" }
    if seconds >= 9.75 { return "\(Int(clamping: min(seconds, 86_400).rounded()))s" }
    let halves = Int(clamping: (seconds * 2).rounded())
    return halves.isMultiple(of: 2) ? "\(halves / 2)s" : "\(halves / 2).5s"
  }
}
