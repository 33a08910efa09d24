/// Characters that stand in cells of their own, as programs count them, and are one picture: the two letters of a flag, and
/// an emoji with the colour of its skin.
struct JoinedCells {
  /// What is drawn from a column on instead of its cell: a text, and the cells that it takes.
  private(set) var drawn: [Int: (text: String, cells: Int)] = [:]

  /// Whether a row has any such character; few have.
  static func mayHave(_ cells: [TerminalCell]) -> Bool {
    cells.contains { CharacterWidth.isFlagLetter($0.code) || isSkin($0.code) }
  }

  /// Finds them in a row.
  init(_ cells: [TerminalCell], _ text: (TerminalCell) -> String) {
    guard Self.mayHave(cells) else { return }
    var column = 0
    while column < cells.count {
      let cell = cells[column]
      let next = column + max(1, Int(cell.width))
      guard next < cells.count else { break }
      if CharacterWidth.isFlagLetter(cell.code), CharacterWidth.isFlagLetter(cells[next].code) {
        drawn[column] = (text(cell) + text(cells[next]), 2)
        drawn[next] = ("", 1)
        column = next + 1
      } else if cell.width == 2, Self.isSkin(cells[next].code), !Self.isSkin(cell.code), Self.takesSkin(cell.code) {
        drawn[column] = (text(cell) + text(cells[next]), 2)
        drawn[next] = ("", 2)
        column = next + 2
      } else {
        column = next
      }
    }
  }

  /// The five colours of Fitzpatrick.
  private static func isSkin(_ code: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(code) }

  private static func takesSkin(_ code: UInt32) -> Bool {
    Unicode.Scalar(code)?.properties.isEmojiModifierBase ?? false
  }
}
