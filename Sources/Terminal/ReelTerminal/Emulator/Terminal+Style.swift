extension Terminal {
  /// Sets the text style: SGR.
  mutating func setStyle() {
    let count = min(parser.parameters.count, EscapeParser.parameterLimit)
    guard count > 0 else {
      screen.cursor.style = .plain
      return
    }
    var style = screen.cursor.style
    var index = 0
    while index < count {
      let number = max(0, parser.parameters[index])
      // Numbers after colons belong to this one.
      var end = index + 1
      while end < count, parser.isPart[end] { end += 1 }
      let parts = index + 1..<end
      index = end
      switch number {
      case 38, 48, 58:
        guard let color = color(parts, &index, count) else { break }
        if number == 38 { style.foreground = color }
        if number == 48 { style.background = color }
        if number == 58 { style.underlineColor = color }
      case 4 where !parts.isEmpty:
        style.underline =
          TerminalStyle.Underline(rawValue: UInt8(clamping: parser.parameters[parts.lowerBound])) ?? .single
      default: style.apply(number)
      }
    }
    screen.cursor.style = style
  }

  /// Reads a numeric colour: `38:5:n`, `38:2::r:g:b`, or with semicolons, as most programs write them.
  private func color(_ parts: Range<Int>, _ index: inout Int, _ count: Int) -> TerminalColor? {
    var numbers: [Int]
    if parts.isEmpty {
      guard index < count else { return nil }
      let length = parser.parameters[index] == 5 ? 2 : parser.parameters[index] == 2 ? 4 : 1
      numbers = Array(parser.parameters[index..<min(index + length, count)])
      index = min(index + length, count)
    } else {
      numbers = Array(parser.parameters[parts])
      // A colour space, usually empty, comes before red if there are enough numbers.
      if numbers.first == 2, numbers.count >= 5 { numbers.remove(at: 1) }
    }
    func byte(_ position: Int) -> UInt8? { UInt8(exactly: max(0, numbers[position])) }
    switch numbers.first {
    case 5 where numbers.count >= 2: return byte(1).map(TerminalColor.palette)
    case 2 where numbers.count >= 4:
      guard let red = byte(1), let green = byte(2), let blue = byte(3) else { return nil }
      return .rgb(red, green, blue)
    default: return nil
    }
  }
}

extension TerminalStyle {
  /// Applies a single number.
  fileprivate mutating func apply(_ number: Int) {
    switch number {
    case 0: self = .plain
    case 1: attributes.insert(.bold)
    case 2: attributes.insert(.dim)
    case 3: attributes.insert(.italic)
    case 4: underline = .single
    case 5, 6: attributes.insert(.blink)
    case 7: attributes.insert(.inverse)
    case 8: attributes.insert(.conceal)
    case 9: attributes.insert(.strike)
    case 21: underline = .double
    case 22: attributes.subtract([.bold, .dim])
    case 23: attributes.remove(.italic)
    case 24: underline = .none
    case 25: attributes.remove(.blink)
    case 27: attributes.remove(.inverse)
    case 28: attributes.remove(.conceal)
    case 29: attributes.remove(.strike)
    case 30...37: foreground = .palette(UInt8(number - 30))
    case 39: foreground = .standard
    case 40...47: background = .palette(UInt8(number - 40))
    case 49: background = .standard
    case 53: attributes.insert(.overline)
    case 55: attributes.remove(.overline)
    case 59: underlineColor = .standard
    case 90...97: foreground = .palette(UInt8(number - 82))
    case 100...107: background = .palette(UInt8(number - 92))
    default: break
    }
  }
}

extension Terminal {
  /// Whether the screen has blinking text.
  var hasBlinkingText: Bool {
    screen.lines.contains { $0.cells.contains { $0.style.attributes.contains(.blink) && !$0.isBlank } }
  }

  /// Conceals blinking text.
  mutating func concealBlinkingText() {
    for row in screen.lines.indices {
      for column in screen.lines[row].cells.indices
      where screen.lines[row].cells[column].style.attributes.contains(.blink) {
        screen.lines[row].cells[column].style.attributes.insert(.conceal)
      }
    }
  }
}
