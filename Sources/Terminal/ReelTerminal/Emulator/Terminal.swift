/// A headless terminal emulator that never answers: program output in, a grid of cells out.
///
/// It supports what programs for `xterm-256color` send, in UTF-8. It is a value: a copy saves a moment, and shares the
/// rows that do not change. Its memory is bounded for any input.
package struct Terminal: Sendable {
  /// The possible numbers of columns and rows.
  package static let sides = 1...1000

  /// The shape of the cursor.
  package enum CursorShape: Hashable, Sendable {
    /// A filled cell, a line at its bottom, or a line at its left.
    case block, underline, bar
  }

  /// The number of cells in a row.
  package internal(set) var columns: Int
  /// The number of rows.
  package internal(set) var rows: Int
  /// The window title that the program set, without control characters.
  package internal(set) var title = ""
  /// The cursor's shape.
  package internal(set) var cursorShape = CursorShape.block
  /// Whether the cursor is visible.
  package internal(set) var showsCursor = true
  /// Whether foreground and background are swapped everywhere: mode DECSCNM.
  package internal(set) var isReversed = false

  /// The colours that the program has set.
  package internal(set) var colors = TerminalColors()

  /// The visible screen.
  var screen: TerminalScreen
  /// The hidden screen: the alternate one, or the main one while the alternate is visible.
  var hidden: TerminalScreen
  var isAlternate = false
  /// Whether mode 1049 has saved a cursor.
  var hasKeptCursor = false
  var parser = EscapeParser()
  /// The scroll region.
  var region: ClosedRange<Int>
  var tabStops: [Bool]
  var wraps = true
  var inserts = false
  /// Whether a line feed also returns to the first column: mode LNM.
  var returns = false
  /// The character that `REP` repeats.
  var lastPrinted: Unicode.Scalar?
  /// Cells' texts of several scalars, by number.
  var clusters = ClusterTable()
  /// The pictures on the screen, by number.
  var images = ImageTable()

  /// Creates an empty terminal.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row; clamped to `sides`.
  ///   - rows: The number of rows; clamped to `sides`.
  package init(columns: Int, rows: Int) {
    self.columns = Self.clamp(columns)
    self.rows = Self.clamp(rows)
    screen = TerminalScreen(columns: self.columns, rows: self.rows, keepsHistory: true)
    hidden = TerminalScreen(columns: self.columns, rows: self.rows, keepsHistory: false)
    region = 0...self.rows - 1
    tabStops = Self.usualTabStops
  }

  static func clamp(_ side: Int) -> Int { min(max(side, sides.lowerBound), sides.upperBound) }
  static let usualTabStops = (0..<sides.upperBound).map { $0 > 0 && $0.isMultiple(of: 8) }

  // MARK: Contents

  /// The column of the cursor, 0 to `columns` − 1.
  package var cursorColumn: Int { screen.cursor.column }
  /// The row of the cursor, 0 to `rows` − 1.
  package var cursorRow: Int { screen.cursor.row }
  /// The number of rows in the history.
  package var historyCount: Int { (isAlternate ? hidden : screen).history.count }

  /// The cells of a row.
  package func cells(ofRow row: Int) -> [TerminalCell] { screen.lines[row].cells }

  /// Returns the current row that shares the cells of a row of another moment, checking a given row first; nil for
  /// none.
  func row(of cells: [TerminalCell], near row: Int) -> Int? {
    if screen.lines.indices.contains(row), screen.lines[row].cells.isShared(with: cells) { return row }
    return screen.lines.firstIndex { $0.cells.isShared(with: cells) }
  }

  /// The text of a cell; empty for an unwritten cell and the right half of a wide character.
  package func text(of cell: TerminalCell) -> String {
    guard cell.width > 0, cell.code != TerminalCell.emptyCode, !cell.isImage else { return "" }
    if cell.code >= TerminalCell.clusterBase { return clusters.text(cell.code) }
    return Unicode.Scalar(cell.code).map { String(Character($0)) } ?? ""
  }

  /// The text of a row, without trailing spaces.
  package func text(ofRow row: Int) -> String {
    var text = ""
    for cell in screen.lines[row].cells where cell.width > 0 {
      text += cell.code == TerminalCell.emptyCode || cell.isImage ? " " : self.text(of: cell)
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: Input

  /// Processes output of a program, which may be split within sequences and characters.
  package mutating func feed(_ bytes: some Collection<UInt8>) {
    for byte in bytes {
      if byte >= 0x20, byte < 0x7F, parser.isInText {
        print(Unicode.Scalar(byte), width: 1)
        continue
      }
      switch parser.take(byte) {
      case .none: break
      case .malformed:
        print("\u{FFFD}")
        act(parser.take(byte))
      case let action: act(action)
      }
    }
  }

  private mutating func act(_ action: EscapeParser.Action) {
    switch action {
    case .none, .malformed: break
    case .print(let scalar): print(scalar)
    case .execute(let byte): execute(byte)
    case .escape(let byte): escape(byte)
    case .control(let byte): control(byte)
    case .command: command(parser.string)
    case .device: showSixel(parser.string)
    case .application: showKitty(parser.string)
    }
  }
}

/// Texts of several scalars, such as a letter with its marks, each stored once and limited in number.
struct ClusterTable: Sendable {
  /// The most texts, and the most scalars per text.
  static let limit = 65_536
  static let scalarLimit = 16

  private var texts: [[Unicode.Scalar]] = []
  private var numbers: [[Unicode.Scalar]: UInt32] = [:]

  /// The code of a text; nil if there is no room for another one.
  mutating func code(_ scalars: [Unicode.Scalar]) -> UInt32? {
    if let number = numbers[scalars] { return number }
    guard scalars.count <= Self.scalarLimit, texts.count < Self.limit else { return nil }
    let number = TerminalCell.clusterBase + UInt32(texts.count)
    texts.append(scalars)
    numbers[scalars] = number
    return number
  }

  func scalars(_ code: UInt32) -> [Unicode.Scalar] {
    if code < TerminalCell.clusterBase { return Unicode.Scalar(code).map { [$0] } ?? [] }
    return texts[Int(code - TerminalCell.clusterBase)]
  }

  func text(_ code: UInt32) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars(code))
    return String(view)
  }
}
