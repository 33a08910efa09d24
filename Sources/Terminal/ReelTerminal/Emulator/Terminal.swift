/// A terminal without a window, which never answers: bytes of programs in, a grid of cells out.
///
/// It understands what programs for `xterm-256color` send, in UTF-8. It is a value: a copy is a moment to go back to, and
/// shares the rows that do not change. Whatever it is given, its memory is bounded.
package struct Terminal: Sendable {
  /// The number of columns or rows that there may be.
  package static let sides = 1...1000

  /// How the cursor looks.
  package enum CursorShape: Hashable, Sendable {
    /// A filled cell, a line below the cell, or one before it.
    case block, underline, bar
  }

  /// The number of cells in a row.
  package internal(set) var columns: Int
  /// The number of rows.
  package internal(set) var rows: Int
  /// What programs call the window; without control characters.
  package internal(set) var title = ""
  /// How the cursor looks.
  package internal(set) var cursorShape = CursorShape.block
  /// Whether the cursor is to be seen.
  package internal(set) var showsCursor = true
  /// Whether all colours change sides: mode DECSCNM.
  package internal(set) var isReversed = false

  /// The screen that is seen.
  var screen: TerminalScreen
  /// The other one: the alternate screen, or the main one while the alternate is seen.
  var hidden: TerminalScreen
  var isAlternate = false
  /// Whether the mode 1049 has saved a cursor.
  var hasKeptCursor = false
  var parser = EscapeParser()
  /// The rows that scroll.
  var region: ClosedRange<Int>
  var tabStops: [Bool]
  var wraps = true
  var inserts = false
  /// Whether a line feed goes to the first column too: mode LNM.
  var returns = false
  /// What `REP` repeats.
  var lastPrinted: Unicode.Scalar?
  /// Texts of several scalars in one cell, by their number.
  var clusters = ClusterTable()

  /// Creates a cleared terminal.
  ///
  /// - Parameters:
  ///   - columns: the number of cells in a row; brought into `sides`.
  ///   - rows: the number of rows; brought into `sides`.
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

  // MARK: What is seen

  /// The column of the cursor, 0 to `columns` − 1.
  package var cursorColumn: Int { screen.cursor.column }
  /// The row of the cursor, 0 to `rows` − 1.
  package var cursorRow: Int { screen.cursor.row }
  /// The number of rows that have left at the top and are kept.
  package var historyCount: Int { (isAlternate ? hidden : screen).history.count }

  /// The cells of a row.
  package func cells(ofRow row: Int) -> [TerminalCell] { screen.lines[row].cells }

  /// Returns where a row of another moment is that has not been written since, first looking at the given one; nil if it is nowhere.
  func row(of cells: [TerminalCell], near row: Int) -> Int? {
    if screen.lines.indices.contains(row), screen.lines[row].cells.isShared(with: cells) { return row }
    return screen.lines.firstIndex { $0.cells.isShared(with: cells) }
  }

  /// The text of a cell; empty where nothing was written, and in the right half of a wide character.
  package func text(of cell: TerminalCell) -> String {
    guard cell.width > 0, cell.code != TerminalCell.emptyCode else { return "" }
    if cell.code >= TerminalCell.clusterBase { return clusters.text(cell.code) }
    return Unicode.Scalar(cell.code).map { String(Character($0)) } ?? ""
  }

  /// The text of a row, without spaces at its end.
  package func text(ofRow row: Int) -> String {
    var text = ""
    for cell in screen.lines[row].cells where cell.width > 0 {
      text += cell.code == TerminalCell.emptyCode ? " " : self.text(of: cell)
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  // MARK: What comes in

  /// Takes what a program wrote; sequences and characters may be cut anywhere.
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
    }
  }
}

/// Texts of several scalars, such as a letter with its marks, each once and of a bounded number.
struct ClusterTable: Sendable {
  /// The most texts, and the most scalars of one.
  static let limit = 65_536
  static let scalarLimit = 16

  private var texts: [[Unicode.Scalar]] = []
  private var numbers: [[Unicode.Scalar]: UInt32] = [:]

  /// The code of a text; nil where there are too many of them.
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
