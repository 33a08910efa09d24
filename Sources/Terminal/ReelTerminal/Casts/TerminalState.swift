import ReelCanvas

/// The contents of a terminal at one moment, as text and as styled spans.
///
/// Its JSON has the keys of Betamax's state files, so that tools for those read it too.
package struct TerminalState: Sendable {
  /// A part of a row in one style: the index of one of `styles`, or nil for the standard style.
  struct Span: Hashable {
    var text: String
    var style: Int?
  }

  /// The number of columns and rows.
  private let size: [Int]
  /// The title that the program set; nil for none.
  private let title: String?
  private let cursor: Cursor
  /// The style of plain text.
  private let plain: Style
  /// The other styles, in the order in which they appear.
  private var styles: [Style] = []
  /// The visible rows, and those that scrolled off, without empty ones at the end.
  private var viewport: [[Span]] = []
  private var scrollback: [[Span]] = []
  private let scrollbackCount: Int

  /// Takes down what a terminal shows in some colours.
  package init(_ terminal: Terminal, _ palette: TerminalPalette) {
    let palette = palette.with(terminal.colors)
    size = [terminal.columns, terminal.rows]
    title = terminal.title.isEmpty ? nil : terminal.title
    cursor = Cursor(x: terminal.cursorColumn, y: terminal.cursorRow, visible: terminal.showsCursor)
    plain = Style(.plain, palette, besides: nil)
    scrollbackCount = terminal.scrollableCount
    var numbers: [TerminalStyle: Int] = [:]
    let history = terminal.scrollableCount > 0 ? terminal.screen.history.all.map(\.cells) : []
    scrollback = trimmed(history.map { spans($0, terminal, palette, &numbers) })
    viewport = trimmed((0..<terminal.rows).map { spans(terminal.cells(ofRow: $0), terminal, palette, &numbers) })
  }

  /// The spans of a row, up to its last visible character.
  private mutating func spans(
    _ cells: [TerminalCell], _ terminal: Terminal, _ palette: TerminalPalette, _ numbers: inout [TerminalStyle: Int]
  ) -> [Span] {
    guard let last = cells.lastIndex(where: { !$0.isBlank }) else { return [] }
    var spans: [Span] = []
    var style: TerminalStyle?
    for cell in cells[...last] where cell.width > 0 {
      let text = cell.isBlank ? " " : terminal.text(of: cell)
      if cell.style == style {
        spans[spans.count - 1].text += text
        continue
      }
      style = cell.style
      if cell.style != .plain, numbers[cell.style] == nil {
        numbers[cell.style] = styles.count
        styles.append(Style(cell.style, palette, besides: plain))
      }
      spans.append(Span(text: text, style: numbers[cell.style]))
    }
    return spans
  }

  private func trimmed(_ rows: [[Span]]) -> [[Span]] {
    rows.lastIndex { !$0.isEmpty }.map { Array(rows[...$0]) } ?? []
  }

  private struct Cursor: Encodable {
    var x: Int
    var y: Int
    var visible: Bool
  }

  /// A style as JSON; what is as usual is left out.
  private struct Style: Encodable {
    var fg: String?
    var bg: String?
    var bold, italic, faint, blink, inverse, invisible, strikethrough, overline: Bool?
    var underline: String?

    init(_ style: TerminalStyle, _ palette: TerminalPalette, besides plain: Style?) {
      let colors = [
        palette.color(style.foreground, standard: palette.foreground),
        palette.color(style.background, standard: palette.background),
      ].map(TerminalPalette.text)
      fg = colors[0] == plain?.fg ? nil : colors[0]
      bg = colors[1] == plain?.bg ? nil : colors[1]
      func flag(_ attribute: TerminalStyle.Attributes) -> Bool? { style.attributes.contains(attribute) ? true : nil }
      (bold, italic, faint, blink) = (flag(.bold), flag(.italic), flag(.dim), flag(.blink))
      (inverse, invisible) = (flag(.inverse), flag(.conceal))
      (strikethrough, overline) = (flag(.strike), flag(.overline))
      underline = style.underline == .none ? nil : "\(style.underline)"
    }
  }
}

extension TerminalState: Encodable {
  private enum Key: String, CodingKey {
    case size, title, cursor, styles, viewport, scrollback
    case rowCount = "total_rows"
    case scrollbackCount = "scrollback_rows"
    case plain = "default_style"
    case viewportText = "viewport_text"
    case scrollbackText = "scrollback_text"
  }

  /// Writes the state.
  package func encode(to encoder: any Encoder) throws {
    var table = encoder.container(keyedBy: Key.self)
    try table.encode(size, forKey: .size)
    try table.encode(scrollbackCount + size[1], forKey: .rowCount)
    try table.encode(scrollbackCount, forKey: .scrollbackCount)
    try table.encodeIfPresent(title, forKey: .title)
    try table.encode(cursor, forKey: .cursor)
    try table.encode(plain, forKey: .plain)
    try table.encode(styles, forKey: .styles)
    try table.encode(Self.text(viewport), forKey: .viewportText)
    try table.encode(Self.text(scrollback), forKey: .scrollbackText)
    try table.encode(viewport, forKey: .viewport)
    try table.encode(scrollback, forKey: .scrollback)
  }

  private static func text(_ rows: [[Span]]) -> String { rows.map { $0.map(\.text).joined() + "\n" }.joined() }
}

extension TerminalState.Span: Encodable {
  /// Writes a text, or a list of a text and the number of its style.
  func encode(to encoder: any Encoder) throws {
    guard let style else {
      var value = encoder.singleValueContainer()
      return try value.encode(text)
    }
    var list = encoder.unkeyedContainer()
    try list.encode(text)
    try list.encode(style)
  }
}

extension TerminalFilm {
  /// Returns what the terminal shows at a time of the film.
  package func state(at time: Double) -> TerminalState {
    let timing = timing
    var player = CastPlayer(session, timing)
    // The times of frames and events are rounded.
    player.show(replayTime(at: time, length: timing.duration + replay.hold) + 1e-9)
    return TerminalState(player.terminal, palette)
  }
}
