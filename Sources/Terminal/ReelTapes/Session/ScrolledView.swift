import ReelTerminal

/// A view scrolled back over a terminal's history, drawn by escape sequences so that every player of the session shows
/// it.
struct ScrolledView {
  /// How many rows the view is scrolled back.
  private(set) var offset = 0
  /// Whether the cursor is visible below the view.
  private var showsCursor = true

  /// Scrolls the view, and returns the sequences that draw it; nil if it cannot move further.
  ///
  /// - Parameters:
  ///   - rows: The distance; negative is up.
  ///   - terminal: The terminal below the view.
  mutating func move(_ rows: Int, over terminal: Terminal) -> String? {
    let next = min(max(0, offset - rows), terminal.scrollableCount)
    guard next != offset else { return nil }
    if next == 0 { return leave() }
    // The alternate screen shows the view; the main screen below stays as it is.
    var text = offset == 0 ? "\u{1B}[?1049h\u{1B}[?25l" : ""
    (offset, showsCursor) = (next, terminal.showsCursor)
    for row in 0..<terminal.rows {
      text += "\u{1B}[\(row + 1);1H\u{1B}[m\u{1B}[2K"
      text += terminal.sequences(ofRow: row - offset)
    }
    return text + "\u{1B}[m"
  }

  /// Scrolls back to the end, and returns the sequences that draw it; nil if the view is already there.
  mutating func leave() -> String? {
    guard offset > 0 else { return nil }
    offset = 0
    return "\u{1B}[?1049l" + (showsCursor ? "\u{1B}[?25h" : "")
  }
}
