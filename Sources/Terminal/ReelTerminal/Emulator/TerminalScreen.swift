/// The rows and history of the main or the alternate screen.
struct TerminalScreen: Sendable {
  /// The visible rows.
  var lines: [TerminalLine]
  /// The cursor.
  var cursor = Cursor()
  /// The cursor that `ESC 7` saved.
  var saved = Cursor()
  /// The rows that have scrolled off the top.
  var history = History()
  /// Whether rows that scroll off are kept.
  let keepsHistory: Bool
  /// The number of history cells wrapped again at resizes so far, and its limit.
  var reflowedCount = 0
  static let reflowLimit = 20_000_000

  /// The position and style of the next text.
  struct Cursor: Hashable, Sendable {
    var row = 0
    var column = 0
    /// Whether the last column was written, so that the next character begins a new row.
    var isPastEnd = false
    var style = TerminalStyle.plain
    /// Whether G0 and G1 are the line-drawing set.
    var drawsLines = [false, false]
    /// The set in use.
    var set = 0
    /// Whether row numbers are relative to the scroll region.
    var isInRegion = false
  }

  init(columns: Int, rows: Int, keepsHistory: Bool) {
    lines = Array(repeating: TerminalLine(columns: columns), count: rows)
    self.keepsHistory = keepsHistory
  }

  /// Scrolls a region up, and clears the rows at its end.
  mutating func scrollUp(_ region: ClosedRange<Int>, by count: Int, _ blank: TerminalLine) {
    let count = min(count, region.count)
    guard count > 0 else { return }
    if keepsHistory, region.lowerBound == 0 { for line in lines[0..<count] { history.append(line) } }
    lines.removeSubrange(region.lowerBound..<region.lowerBound + count)
    lines.insert(contentsOf: repeatElement(blank, count: count), at: region.upperBound + 1 - count)
  }

  /// Scrolls a region down, and clears the rows at its beginning.
  mutating func scrollDown(_ region: ClosedRange<Int>, by count: Int, _ blank: TerminalLine) {
    let count = min(count, region.count)
    guard count > 0 else { return }
    lines.removeSubrange(region.upperBound + 1 - count...region.upperBound)
    lines.insert(contentsOf: repeatElement(blank, count: count), at: region.lowerBound)
  }

  /// The rows that have scrolled off the top, oldest first, limited in number.
  struct History: Sendable {
    /// The most rows.
    static let lineLimit = 10_000
    /// The most cells in all rows.
    static let cellLimit = 2_000_000

    private var lines: [TerminalLine] = []
    /// The index of the oldest row; earlier ones are removed in batches.
    private var start = 0
    private(set) var cellCount = 0

    var count: Int { lines.count - start }
    var all: ArraySlice<TerminalLine> { lines[start...] }

    mutating func append(_ line: TerminalLine) {
      var line = line
      // Unwritten cells need no memory.
      while let last = line.cells.last, last.isVoid { line.cells.removeLast() }
      lines.append(line)
      cellCount += line.cells.count
      while count > Self.lineLimit || cellCount > Self.cellLimit {
        cellCount -= lines[start].cells.count
        lines[start].cells = []
        start += 1
      }
      if start > 1024, start > lines.count / 2 {
        lines.removeFirst(start)
        start = 0
      }
    }

    mutating func removeLast() -> TerminalLine? {
      guard count > 0, let line = lines.popLast() else { return nil }
      cellCount -= line.cells.count
      return line
    }

    mutating func removeAll() { self = History() }
  }
}
