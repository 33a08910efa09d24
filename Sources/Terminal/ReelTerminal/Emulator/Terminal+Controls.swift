extension Terminal {
  /// Executes a control character.
  mutating func execute(_ byte: UInt8) {
    switch byte {
    case 0x08:
      if screen.cursor.column > 0 { screen.cursor.column -= 1 }
      screen.cursor.isPastEnd = false
    case 0x09: tab(1)
    case 0x0A, 0x0B, 0x0C:
      lineFeed()
      if returns { screen.cursor.column = 0 }
      screen.cursor.isPastEnd = false
    case 0x0D:
      screen.cursor.column = 0
      screen.cursor.isPastEnd = false
    case 0x0E: screen.cursor.set = 1
    case 0x0F: screen.cursor.set = 0
    default: break
    }
  }

  /// Executes an escape sequence.
  mutating func escape(_ byte: UInt8) {
    switch (parser.intermediates, byte) {
    case (0, 0x36): backIndex()
    case (0, 0x37): screen.saved = screen.cursor
    case (0, 0x38): restoreCursor()
    case (0, 0x39): forwardIndex()
    case (0, 0x44): lineFeed()
    case (0, 0x45):
      lineFeed()
      screen.cursor.column = 0
      screen.cursor.isPastEnd = false
    case (0, 0x48): tabStops[screen.cursor.column] = true
    case (0, 0x4D): reverseLineFeed()
    case (0, 0x63): reset()
    case (0x28, _): screen.cursor.drawsLines[0] = byte == 0x30
    case (0x29, _): screen.cursor.drawsLines[1] = byte == 0x30
    case (0x23, 0x38): fillWithE()
    default: break
    }
  }

  /// Executes an operating system command: 0 and 2 set the title, those of `TerminalColors` colours, and 1337 a
  /// picture.
  ///
  /// Links show only their text.
  mutating func command(_ bytes: [UInt8]) {
    if let name = Self.title(in: bytes) { title = name }
    showInline(bytes)
    for request in TerminalColors.requests(in: bytes) { colors.take(request) }
  }

  /// The window title that a command sets, without control characters; nil for other commands.
  static func title(in command: [UInt8]) -> String? {
    guard let separator = command.firstIndex(of: 0x3B) else { return nil }
    let number = command[..<separator]
    guard number.elementsEqual([0x30]) || number.elementsEqual([0x32]) else { return nil }
    var name = String.UnicodeScalarView()
    for scalar in String(decoding: command[(separator + 1)...], as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: continue
      default: name.append(scalar)
      }
      if name.count >= titleLimit { break }
    }
    return String(name)
  }

  /// The longest title, in scalars.
  static let titleLimit = 256

  // MARK: Moves

  /// Moves the cursor down; at the end of the scroll region, scrolls up.
  mutating func lineFeed() {
    if screen.cursor.row == region.upperBound {
      screen.scrollUp(region, by: 1, blankLine)
    } else if screen.cursor.row < rows - 1 {
      screen.cursor.row += 1
    }
  }

  /// Moves the cursor up; at the beginning of the scroll region, scrolls down.
  mutating func reverseLineFeed() {
    screen.cursor.isPastEnd = false
    if screen.cursor.row == region.lowerBound {
      screen.scrollDown(region, by: 1, blankLine)
    } else if screen.cursor.row > 0 {
      screen.cursor.row -= 1
    }
  }

  /// Moves to a later tab stop, or to the last column.
  mutating func tab(_ count: Int) {
    var column = screen.cursor.column
    for _ in 0..<min(count, columns) where column < columns - 1 {
      repeat { column += 1 } while column < columns - 1 && !tabStops[column]
    }
    screen.cursor.column = column
  }

  /// Moves to an earlier tab stop, or to the first column.
  mutating func backTab(_ count: Int) {
    var column = screen.cursor.column
    for _ in 0..<min(count, columns) where column > 0 {
      repeat { column -= 1 } while column > 0 && !tabStops[column]
    }
    screen.cursor.column = column
    screen.cursor.isPastEnd = false
  }

  /// Moves to a row and column, from 0, within the grid or, in origin mode, the scroll region.
  mutating func move(row: Int, column: Int) {
    let bounds = screen.cursor.isInRegion ? region : 0...rows - 1
    screen.cursor.row = min(max(row + bounds.lowerBound, bounds.lowerBound), bounds.upperBound)
    screen.cursor.column = min(max(column, 0), columns - 1)
    screen.cursor.isPastEnd = false
  }

  mutating func restoreCursor() {
    screen.cursor = screen.saved
    screen.cursor.row = min(screen.cursor.row, rows - 1)
    screen.cursor.column = min(screen.cursor.column, columns - 1)
  }

  // MARK: The whole screen

  /// A cleared row, in the current background colour.
  var blankLine: TerminalLine { TerminalLine(columns: columns, background: screen.cursor.style.background) }

  /// Resets the terminal: RIS.
  mutating func reset() {
    let (kept, size) = ((isAlternate ? hidden : screen).history, (columns, rows))
    self = Terminal(columns: size.0, rows: size.1)
    screen.history = kept
  }

  /// DECALN, the screen alignment pattern.
  private mutating func fillWithE() {
    let cell = TerminalCell(code: 0x45, width: 1, style: .plain)
    screen.lines = Array(
      repeating: TerminalLine(cells: Array(repeating: cell, count: columns), isWrapped: false), count: rows)
    region = 0...rows - 1
    move(row: 0, column: 0)
  }
}
