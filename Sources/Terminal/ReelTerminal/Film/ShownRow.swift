import ReelCanvas

/// The cells of a row from left to right, as they are shown.
///
/// Programs write Arabic and Hebrew in the order in which they are read. As in other terminals, they run from right to
/// left in the cells that they take, and the row begins on the left.
struct ShownRow {
  /// The cells from left to right.
  private(set) var cells: [TerminalCell]
  /// The shown column of each column; nil if they are the same.
  private var columns: [Int]?
  /// Whether each shown cell runs from right to left; nil if none does.
  private(set) var isRightToLeft: [Bool]?

  init(_ terminal: Terminal, row: Int) { self.init(terminal.cells(ofRow: row), terminal.clusters) }

  init(_ cells: [TerminalCell], _ clusters: ClusterTable) {
    self.cells = cells
    func first(_ cell: TerminalCell) -> Unicode.Scalar {
      cell.isBlank ? " " : clusters.scalars(cell.code).first ?? " "
    }
    guard cells.contains(where: { $0.code >= 0x590 && Self.runsLeft(first($0).value) }) else { return }
    let starts = cells.indices.filter { cells[$0].width > 0 }
    let order = VisualOrder(of: starts.map { first(cells[$0]) })
    guard order.indices.count == starts.count else { return }
    var (shown, columns): ([TerminalCell], [Int]) = ([], Array(cells.indices))
    var isRightToLeft: [Bool] = []
    for index in order.indices {
      let runsLeft = order.isRightToLeft[index]
      // The right half of a wide character stays on its right.
      for column in starts[index]..<starts[index] + max(1, Int(cells[starts[index]].width)) {
        columns[column] = shown.count
        var cell = cells[column]
        if runsLeft, cell.code < TerminalCell.clusterBase, let scalar = Unicode.Scalar(cell.code) {
          cell.code = VisualOrder.mirrored(scalar).value
        }
        shown.append(cell)
        isRightToLeft.append(runsLeft)
      }
    }
    (self.cells, self.columns, self.isRightToLeft) = (shown, columns, isRightToLeft)
  }

  /// The shown column of a column.
  func column(_ column: Int) -> Int { columns?[column] ?? column }

  /// The shown columns of a text.
  func columns(_ range: Range<Int>) -> Range<Int> {
    guard let columns, let first = columns[range].min(), let last = columns[range].max() else { return range }
    return first..<last + 1
  }

  /// Whether a character may run from right to left.
  static func runsLeft(_ code: UInt32) -> Bool {
    switch code {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
