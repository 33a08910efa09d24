/// The rows of a terminal, with those that have left at the top: the main screen, or the alternate one.
struct TerminalScreen: Sendable {
  /// The rows that are seen.
  var lines: [TerminalLine]
  /// Where the cursor is.
  var cursor = Cursor()
  /// What `ESC 7` saved.
  var saved = Cursor()
  /// The rows that have left.
  var history = History()
  /// Whether rows that leave are kept.
  let keepsHistory: Bool
  /// The cells that have left and were set anew at resizes so far, and the most of them.
  var reflowedCount = 0
  static let reflowLimit = 20_000_000

  /// Where text goes, and how it is written.
  struct Cursor: Hashable, Sendable {
    var row = 0
    var column = 0
    /// Whether the last column was written, so that the next character begins a new row.
    var isPastEnd = false
    var style = TerminalStyle.plain
    /// The sets G0 and G1: whether each is that of lines.
    var drawsLines = [false, false]
    /// Which of them is in use.
    var set = 0
    /// Whether rows count from the scroll region's first.
    var isInRegion = false
  }

  init(columns: Int, rows: Int, keepsHistory: Bool) {
    lines = Array(repeating: TerminalLine(columns: columns), count: rows)
    self.keepsHistory = keepsHistory
  }

  /// Moves the rows of a region up, and clears those that are left at its end.
  mutating func scrollUp(_ region: ClosedRange<Int>, by count: Int, _ blank: TerminalLine) {
    let count = min(count, region.count)
    guard count > 0 else { return }
    if keepsHistory, region.lowerBound == 0 { for line in lines[0..<count] { history.append(line) } }
    lines.removeSubrange(region.lowerBound..<region.lowerBound + count)
    lines.insert(contentsOf: repeatElement(blank, count: count), at: region.upperBound + 1 - count)
  }

  /// Moves the rows of a region down, and clears those that are left at its beginning.
  mutating func scrollDown(_ region: ClosedRange<Int>, by count: Int, _ blank: TerminalLine) {
    let count = min(count, region.count)
    guard count > 0 else { return }
    lines.removeSubrange(region.upperBound + 1 - count...region.upperBound)
    lines.insert(contentsOf: repeatElement(blank, count: count), at: region.lowerBound)
  }

  /// The rows that have left at the top, the oldest first, of a bounded number.
  struct History: Sendable {
    /// The most rows.
    static let lineLimit = 10_000
    /// The most cells of all of them.
    static let cellLimit = 2_000_000

    private var lines: [TerminalLine] = []
    /// The first that still counts; those before go when there are many of them.
    private var start = 0
    private(set) var cellCount = 0

    var count: Int { lines.count - start }
    var all: ArraySlice<TerminalLine> { lines[start...] }

    mutating func append(_ line: TerminalLine) {
      var line = line
      // What was never written needs no memory.
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
