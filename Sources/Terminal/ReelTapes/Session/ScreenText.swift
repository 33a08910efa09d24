import ReelTerminal

extension Terminal {
  /// The visible rows without trailing spaces, joined by line breaks.
  package var screenText: String { (0..<rows).map { text(ofRow: $0) }.joined(separator: "\n") }

  /// Applies an event of a session.
  package mutating func show(_ event: Cast.Event) {
    switch event {
    case .output(let text): feed(Array(text.utf8))
    case .resize(let columns, let rows): resize(columns: columns, rows: rows)
    case .input, .marker: break
    }
  }
}

/// The screens of a session as text, for comparison with another run.
package enum ScreenText {
  /// The line below each screen.
  package static let separator = String(repeating: "─", count: 80)

  /// Returns the moments of a recording whose screens belong in its text: its markers and its end.
  package static func moments(of cast: Cast) -> [Int] {
    let markers = cast.events.indices.filter { if case .marker = cast.events[$0].event { true } else { false } }
    return markers.map { $0 + 1 } + [cast.events.count]
  }

  /// Returns the screens at some moments of a session as text.
  ///
  /// - Parameters:
  ///   - cast: The session.
  ///   - moments: The number of events before each screen, in order. A screen that equals the previous one is left out.
  package static func text(of cast: Cast, at moments: [Int]) -> String {
    var screens: [String] = []
    for terminal in terminals(of: cast, at: moments) {
      var lines = (0..<terminal.rows).map { terminal.text(ofRow: $0) }
      while lines.last?.isEmpty == true { lines.removeLast() }
      let screen = lines.map { $0 + "\n" }.joined()
      if screens.last != screen { screens.append(screen) }
    }
    return screens.map { $0 + separator + "\n" }.joined()
  }

  /// Returns the terminal at some moments of a session, each given as the number of events before it, in order.
  package static func terminals(of cast: Cast, at moments: [Int]) -> some Sequence<Terminal> {
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    var next = 0
    return moments.lazy.map { moment in
      while next < min(moment, cast.events.count) {
        terminal.show(cast.events[next].event)
        next += 1
      }
      return terminal
    }
  }

  /// Describes the first difference between two texts; nil if they are equal.
  ///
  /// - Parameters:
  ///   - expected: The saved text.
  ///   - found: The text of this run.
  package static func difference(_ expected: String, _ found: String) -> [String]? {
    // Files saved elsewhere may have other line endings.
    func lines(_ text: String) -> [Substring] {
      text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    }
    let (old, new) = (lines(expected), lines(found))
    guard old != new else { return nil }
    let index = zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    let screen = 1 + new.prefix(index).count { $0 == separator[...] }
    func line(_ lines: [Substring]) -> String {
      guard index < lines.count else { return "(the end)" }
      return lines[index] == separator[...] ? "(the end of the screen)" : String(lines[index])
    }
    return ["line \(index + 1), on screen \(screen)", "- \(line(old))", "+ \(line(new))"]
  }
}
