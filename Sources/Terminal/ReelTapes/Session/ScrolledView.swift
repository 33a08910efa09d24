import ReelTerminal

/// A view over what has left at the top of a terminal, drawn by sequences, so that every player of the session shows it.
struct ScrolledView {
  /// How many rows the view has gone up.
  private(set) var offset = 0
  /// Whether the cursor is seen below the view.
  private var showsCursor = true

  /// Moves the view, and returns what draws it; nil where there is nowhere to go.
  ///
  /// - Parameters:
  ///   - rows: How far; up is less than 0.
  ///   - terminal: What is seen without it.
  mutating func move(_ rows: Int, over terminal: Terminal) -> String? {
    let next = min(max(0, offset - rows), terminal.scrollableCount)
    guard next != offset else { return nil }
    if next == 0 { return leave() }
    // The alternate screen holds the view; the main one stays as it is below.
    var text = offset == 0 ? "\u{1B}[?1049h\u{1B}[?25l" : ""
    (offset, showsCursor) = (next, terminal.showsCursor)
    for row in 0..<terminal.rows {
      text += "\u{1B}[\(row + 1);1H\u{1B}[m\u{1B}[2K"
      text += terminal.sequences(ofRow: row - offset)
    }
    return text + "\u{1B}[m"
  }

  /// Goes back to the end, and returns what draws it; nil where the view is there.
  mutating func leave() -> String? {
    guard offset > 0 else { return nil }
    offset = 0
    return "\u{1B}[?1049l" + (showsCursor ? "\u{1B}[?25h" : "")
  }
}
