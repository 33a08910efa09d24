extension Terminal {
  /// The number of rows that a view can scroll back; 0 on the alternate screen.
  package var scrollableCount: Int { isAlternate ? 0 : screen.history.count }

  /// The sequences and characters that draw a row.
  ///
  /// Negative rows are in the history.
  package func sequences(ofRow row: Int) -> String {
    let history = screen.history.all
    var cells = row >= 0 ? screen.lines[row].cells[...] : history[history.endIndex + row].cells[...]
    while let last = cells.last, last.isVoid { cells.removeLast() }
    var (text, style) = ("", TerminalStyle.plain)
    for cell in cells.prefix(columns) where cell.width > 0 {
      if cell.style != style { text += cell.style.sequence }
      style = cell.style
      text += cell.code == TerminalCell.emptyCode || cell.isImage ? " " : self.text(of: cell)
    }
    return text
  }
}

extension TerminalStyle {
  /// The sequence that sets the style: SGR.
  var sequence: String {
    var numbers = ["0"]
    let named: [(Attributes, String)] = [
      (.bold, "1"), (.dim, "2"), (.italic, "3"), (.blink, "5"), (.inverse, "7"), (.conceal, "8"), (.strike, "9"),
      (.overline, "53"),
    ]
    numbers += named.filter { attributes.contains($0.0) }.map(\.1)
    if underline != .none { numbers.append("4:\(underline.rawValue)") }
    for (color, number) in [(foreground, 38), (background, 48), (underlineColor, 58)] {
      switch color {
      case .standard: break
      case .palette(let index): numbers.append("\(number);5;\(index)")
      case .rgb(let red, let green, let blue): numbers.append("\(number);2;\(red);\(green);\(blue)")
      }
    }
    return "\u{1B}[\(numbers.joined(separator: ";"))m"
  }
}
