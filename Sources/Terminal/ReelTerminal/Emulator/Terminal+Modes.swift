extension Terminal {
  /// Sets or resets modes of ANSI.
  mutating func setModes(_ isOn: Bool) {
    for mode in parser.parameters.prefix(EscapeParser.parameterLimit) {
      switch mode {
      case 4: inserts = isOn
      case 20: returns = isOn
      default: break
      }
    }
  }

  /// Sets or resets modes of DEC and xterm; those of keyboard, mouse and paste change nothing that is seen.
  mutating func setPrivateModes(_ isOn: Bool) {
    for mode in parser.parameters.prefix(EscapeParser.parameterLimit) {
      switch mode {
      case 5: isReversed = isOn
      case 6:
        screen.cursor.isInRegion = isOn
        move(row: 0, column: 0)
      case 7:
        wraps = isOn
        if !isOn { screen.cursor.isPastEnd = false }
      case 25: showsCursor = isOn
      case 47: showAlternate(isOn, clears: false)
      case 1047: showAlternate(isOn, clears: !isOn)
      case 1048: if isOn { screen.saved = screen.cursor } else { restoreCursor() }
      case 1049: showAlternate(isOn, clears: isOn, savesCursor: true)
      default: break
      }
    }
  }

  /// Changes between the main screen and the alternate one, which starts at the same cursor.
  ///
  /// - Parameters:
  ///   - isOn: Whether the alternate screen is shown.
  ///   - clears: Whether the alternate screen is cleared on the way: as in xterm, mode 47 keeps what is on it.
  ///   - savesCursor: Whether the cursor of the main screen is kept meanwhile.
  private mutating func showAlternate(_ isOn: Bool, clears: Bool, savesCursor: Bool = false) {
    guard isOn != isAlternate else {
      // Who leaves a screen that is not there goes back to where the cursor was kept all the same, as in xterm.
      if !isOn, savesCursor, hasKeptCursor { restoreCursor() }
      return
    }
    isAlternate = isOn
    let cursor = screen.cursor
    if isOn {
      if savesCursor { (screen.saved, hasKeptCursor) = (cursor, true) }
      if clears { hidden = TerminalScreen(columns: columns, rows: rows, keepsHistory: false) }
      hidden.saved = cursor
    } else if clears {
      screen = TerminalScreen(columns: columns, rows: rows, keepsHistory: false)
    }
    swap(&screen, &hidden)
    screen.cursor = cursor
    if !isOn, savesCursor { restoreCursor() }
  }

  /// Takes modes back to what they are at first: DECSTR.
  mutating func softReset() {
    (wraps, inserts, returns, showsCursor, isReversed) = (true, false, false, true, false)
    region = 0...rows - 1
    screen.cursor.style = .plain
    screen.cursor.drawsLines = [false, false]
    screen.cursor.set = 0
    screen.cursor.isInRegion = false
    screen.cursor.isPastEnd = false
    screen.saved = TerminalScreen.Cursor()
  }
}
