/// A cell of the grid.
package struct TerminalCell: Hashable, Sendable {
  /// The character: a Unicode scalar, or from `clusterBase` on the number of a text of several scalars.
  var code: UInt32
  /// The number of cells it takes, 1 or 2; 0 for the right half of the previous cell.
  package var width: UInt8
  /// The style.
  package var style: TerminalStyle

  /// Codes from here on are not scalars.
  static let clusterBase: UInt32 = 1 << 24
  /// The code of an unwritten cell.
  static let emptyCode: UInt32 = 0

  /// Returns an unwritten cell with a background.
  static func empty(_ background: TerminalColor = .standard) -> TerminalCell {
    var style = TerminalStyle.plain
    style.background = background
    return TerminalCell(code: emptyCode, width: 1, style: style)
  }

  /// Whether the cell is unwritten and shows nothing.
  var isVoid: Bool { code == Self.emptyCode && width == 1 && style == .plain }
  /// Whether the cell shows no character.
  package var isBlank: Bool { code == Self.emptyCode || code == 0x20 || width == 0 || isImage }
}

/// A row of the grid.
struct TerminalLine: Hashable, Sendable {
  var cells: [TerminalCell]
  /// Whether the text continues in the next row because it was too long for this one.
  var isWrapped = false

  init(columns: Int, background: TerminalColor = .standard) {
    cells = Array(repeating: .empty(background), count: columns)
  }

  init(cells: [TerminalCell], isWrapped: Bool) { (self.cells, self.isWrapped) = (cells, isWrapped) }

  /// The number of cells up to the last written one, including the right half of a wide character.
  var usedCount: Int { (cells.lastIndex { $0.code != TerminalCell.emptyCode || $0.width == 0 } ?? -1) + 1 }

  /// Makes the row as long as the grid is wide, and removes half of a wide character.
  mutating func fit(_ columns: Int) {
    if cells.count > columns {
      if columns > 0, cells[columns].width == 0 { cells[columns - 1] = .empty() }
      cells.removeLast(cells.count - columns)
    } else if cells.count < columns {
      cells += Array(repeating: .empty(), count: columns - cells.count)
    }
  }
}
