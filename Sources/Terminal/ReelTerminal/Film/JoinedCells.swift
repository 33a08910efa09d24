/// Characters that programs count as several cells but that are one picture: the two letters of a flag, and an emoji
/// with a skin tone.
///
/// Emoji that programs count as one cell but that are two cells wide belong here, too.
struct JoinedCells {
  /// The text drawn instead of each column's cell, and the cells it takes.
  private(set) var drawn: [Int: (text: String, cells: Int)] = [:]

  /// Whether a row may contain such characters; few do.
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

  /// The five skin tones of the Fitzpatrick scale.
  private static func isSkin(_ code: UInt32) -> Bool { (0x1F3FB...0x1F3FF).contains(code) }

  /// Whether a cell begins with a skin tone, possibly followed by a joined object or sign.
  private static func beginsWithSkin(_ cell: TerminalCell, _ text: (TerminalCell) -> String) -> Bool {
    isSkin(cell.code)
      || cell.code >= TerminalCell.clusterBase && text(cell).unicodeScalars.first.map { isSkin($0.value) } == true
  }

  private static func takesSkin(_ code: UInt32) -> Bool {
    Unicode.Scalar(code)?.properties.isEmojiModifierBase ?? false
  }

  /// Whether a cell requests a coloured picture with variation selector 16.
  private static func isColored(_ cell: TerminalCell, _ text: (TerminalCell) -> String) -> Bool {
    cell.code >= TerminalCell.clusterBase && text(cell).unicodeScalars.contains("\u{FE0F}")
  }
}
