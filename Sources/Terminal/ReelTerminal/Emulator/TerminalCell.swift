/// One cell of the grid.
package struct TerminalCell: Hashable, Sendable {
  /// The character: a scalar of Unicode, or from `clusterBase` on the number of a text that is made of several.
  var code: UInt32
  /// The cells that it takes: 1 or 2; 0 for the right half of the one before.
  package var width: UInt8
  /// What it looks like.
  package var style: TerminalStyle

  /// Numbers from here on are no scalars.
  static let clusterBase: UInt32 = 1 << 24
  /// Nothing was written here.
  static let emptyCode: UInt32 = 0

  /// Returns a cell in which nothing is written, on a background.
  static func empty(_ background: TerminalColor = .standard) -> TerminalCell {
    var style = TerminalStyle.plain
    style.background = background
    return TerminalCell(code: emptyCode, width: 1, style: style)
  }

  /// Whether nothing was written, and nothing is to be seen.
  var isVoid: Bool { code == Self.emptyCode && width == 1 && style == .plain }
  /// Whether it shows no character.
  package var isBlank: Bool { code == Self.emptyCode || code == 0x20 || width == 0 }
}

/// A row of the grid.
struct TerminalLine: Hashable, Sendable {
  var cells: [TerminalCell]
  /// Whether the text goes on in the next row: it was too long for this one.
  var isWrapped = false

  init(columns: Int, background: TerminalColor = .standard) {
    cells = Array(repeating: .empty(background), count: columns)
  }

  init(cells: [TerminalCell], isWrapped: Bool) { (self.cells, self.isWrapped) = (cells, isWrapped) }

  /// The cells up to the last in which something was written; the right half of a wide character was.
  var usedCount: Int { (cells.lastIndex { $0.code != TerminalCell.emptyCode || $0.width == 0 } ?? -1) + 1 }

  /// Makes the row as long as the grid is wide; half a wide character does not stay.
  mutating func fit(_ columns: Int) {
    if cells.count > columns {
      if columns > 0, cells[columns].width == 0 { cells[columns - 1] = .empty() }
      cells.removeLast(cells.count - columns)
    } else if cells.count < columns {
      cells += Array(repeating: .empty(), count: columns - cells.count)
    }
  }
}
