/// Characters that stand in cells of their own, as programs count them, and are one picture: the two letters of a flag, and
/// an emoji with the colour of its skin; and emoji for which programs count one cell, though their picture is as wide as two.
struct JoinedCells {
  /// What is drawn from a column on instead of its cell: a text, and the cells that it takes.
  private(set) var drawn: [Int: (text: String, cells: Int)] = [:]

  /// Whether a row may have any such character; few do.
  static func mayHave(_ cells: [TerminalCell]) -> Bool {
    cells.contains { $0.code >= TerminalCell.clusterBase || CharacterWidth.isFlagLetter($0.code) || isSkin($0.code) }
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
      } else if cell.width == 2, cells[next].width == 2, Self.takesSkin(cell.code),
        Self.beginsWithSkin(cells[next], text)
      {
        drawn[column] = (text(cell) + text(cells[next]), 2)
        drawn[next] = ("", 2)
        column = next + 2
      } else {
        if cell.width == 1, cells[next].width == 1, cells[next].isBlank, Self.isColored(cell, text) {
          drawn[column] = (text(cell), 2)
        }
        column = next
      }
    }
  }

  /// The five colours of Fitzpatrick.
  private static func isSkin(_ code: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(code) }

  /// Whether a cell is the colour of a skin, perhaps with what somebody of that colour holds or is.
  private static func beginsWithSkin(_ cell: TerminalCell, _ text: (TerminalCell) -> String) -> Bool {
    isSkin(cell.code)
      || cell.code >= TerminalCell.clusterBase && text(cell).unicodeScalars.first.map { isSkin($0.value) } == true
  }

  private static func takesSkin(_ code: UInt32) -> Bool {
    Unicode.Scalar(code)?.properties.isEmojiModifierBase ?? false
  }

  /// Whether a cell asks for a picture in colour: by the variation selector 16.
  private static func isColored(_ cell: TerminalCell, _ text: (TerminalCell) -> String) -> Bool {
    cell.code >= TerminalCell.clusterBase && text(cell).unicodeScalars.contains("\u{FE0F}")
  }
}
