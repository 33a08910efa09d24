extension Terminal {
  /// Sets or resets ANSI modes.
  mutating func setModes(_ isOn: Bool) {
    for mode in parser.parameters.prefix(EscapeParser.parameterLimit) {
      switch mode {
      case 4: inserts = isOn
      case 20: returns = isOn
      default: break
      }
    }
  }

  /// Sets or resets DEC and xterm modes.
  ///
  /// Keyboard, mouse and paste modes have no visible effect.
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

  /// Switches between the main screen and the alternate screen, which starts with the same cursor.
  ///
  /// - Parameters:
  ///   - isOn: Whether the alternate screen is shown.
  ///   - clears: Whether to clear the alternate screen. As in xterm, mode 47 keeps its content.
  ///   - savesCursor: Whether to save and restore the cursor of the main screen.
  private mutating func showAlternate(_ isOn: Bool, clears: Bool, savesCursor: Bool = false) {
    guard isOn != isAlternate else {
      // As in xterm, leaving an alternate screen that is not shown still restores a saved cursor.
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

  /// Resets modes to their defaults: DECSTR.
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
