import ReelCanvas

/// The colours that a program has set instead of the theme's, by the commands of xterm: OSC 4, 10, 11, 12 set or query
/// them, 104, 110, 111 and 112 reset them.
package struct TerminalColors: Hashable, Sendable {
  /// A colour that can be set.
  package enum Slot: Hashable, Sendable {
    /// One of the 256 that programs choose by number.
    case palette(UInt8)
    /// The colour of plain text, of the background, or of the cursor.
    case foreground, background, cursor

    /// The command that sets it and that begins the answer to a query.
    package var command: String {
      switch self {
      case .palette(let number): "4;\(number)"
      case .foreground: "10"
      case .background: "11"
      case .cursor: "12"
      }
    }
  }

  /// A part of a command.
  package enum Request: Hashable, Sendable {
    case set(Slot, TerminalColor)
    case query(Slot)
    case reset(Slot)
    case resetPalette
  }

  private var values: [Slot: TerminalColor] = [:]

  /// Whether the theme's colours are unchanged.
  package var isEmpty: Bool { values.isEmpty }

  /// The colour of a slot; nil for the theme's.
  func color(_ slot: Slot) -> TerminalColor? { values.isEmpty ? nil : values[slot] }

  /// Sets or resets a colour.
  mutating func take(_ request: Request) {
    switch request {
    case .set(let slot, let color): values[slot] = color
    case .reset(let slot): values[slot] = nil
    case .resetPalette: values = values.filter { if case .palette = $0.key { false } else { true } }
    case .query: break
    }
  }

  // MARK: Reading

  /// The parts of an operating system command; none if it is not about these colours.
  package static func requests(in command: some Sequence<UInt8>) -> [Request] {
    let fields = command.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let number = Int(fields[0]) else { return [] }
    let rest = fields.dropFirst()
    switch number {
    case 4:
      return zip(rest.indices, rest).compactMap { index, text in
        guard (index - rest.startIndex) % 2 == 1, let slot = UInt8(fields[index - 1]) else { return nil }
        return request(text, .palette(slot))
      }
    // Further colours are those of the next commands.
    case 10...12:
      return zip([Slot.foreground, .background, .cursor][(number - 10)...], rest).compactMap { request($1, $0) }
    case 104:
      let numbers = rest.compactMap { UInt8($0) }
      return rest.allSatisfy(\.isEmpty) ? [.resetPalette] : numbers.map { .reset(.palette($0)) }
    case 110: return [.reset(.foreground)]
    case 111: return [.reset(.background)]
    case 112: return [.reset(.cursor)]
    default: return []
    }
  }

  private static func request(_ text: String, _ slot: Slot) -> Request? {
    text == "?" ? .query(slot) : color(text).map { .set(slot, $0) }
  }

  /// Reads a colour as `XParseColor` does: `rgb:ff/80/00`, `#ff8000`, or a name.
  private static func color(_ text: String) -> TerminalColor? {
    let text = text.lowercased().filter { $0 != " " }
    if text.hasPrefix("rgb:") {
      let parts = text.dropFirst(4).split(separator: "/", omittingEmptySubsequences: false).map {
        part(String($0), scales: true)
      }
      guard parts.count == 3, let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
      return .rgb(red, green, blue)
    }
    if text.hasPrefix("#") {
      let digits = Array(text.dropFirst())
      guard [3, 6, 9, 12].contains(digits.count) else { return nil }
      let count = digits.count / 3
      let parts = (0..<3).map { part(String(digits[$0 * count..<($0 + 1) * count]), scales: false) }
      guard let red = parts[0], let green = parts[1], let blue = parts[2] else { return nil }
      return .rgb(red, green, blue)
    }
    guard text.allSatisfy({ $0.isLetter && $0.isASCII }), let color = names[text] ?? Color(text), color.alpha == 1
    else { return nil }
    let pixel = Pixel(color)
    return .rgb(pixel.red, pixel.green, pixel.blue)
  }

  /// The names that X11 and CSS give different colours.
  private static let names = [
    "gray": Color("#bebebe"), "grey": Color("#bebebe"), "green": Color("#00ff00"), "maroon": Color("#b03060"),
    "purple": Color("#a020f0"),
  ].compactMapValues(\.self)

  /// Reads one to four digits: scaled to their range, or, as in `#fff`, as the highest bits.
  private static func part(_ text: String, scales: Bool) -> UInt8? {
    guard (1...4).contains(text.utf8.count), text.allSatisfy(\.isHexDigit), let value = Int(text, radix: 16) else {
      return nil
    }
    let bits = 4 * text.utf8.count
    if scales { return UInt8((value * 255 * 2 + (1 << bits) - 1) / (2 * ((1 << bits) - 1))) }
    return UInt8(bits < 8 ? value << (8 - bits) : value >> (bits - 8))
  }
}

extension TerminalPalette {
  /// The colour of a slot.
  package func color(_ slot: TerminalColors.Slot) -> Color {
    switch slot {
    case .palette(let number): color(.palette(number), standard: foreground)
    case .foreground: foreground
    case .background: background
    case .cursor: cursor
    }
  }

  /// The palette with the colours that a program has set.
  package func with(_ colors: TerminalColors) -> TerminalPalette {
    if colors.isEmpty { return self }
    var palette = self
    func changed(_ slot: TerminalColors.Slot, _ color: Color) -> Color {
      colors.color(slot).map { self.color($0, standard: color) } ?? color
    }
    palette.foreground = changed(.foreground, foreground)
    palette.background = changed(.background, background)
    // A cursor without a colour of its own has that of the text.
    palette.cursor = changed(.cursor, cursor == foreground ? palette.foreground : cursor)
    palette.changed = colors
    for number in palette.colors.indices {
      palette.colors[number] = changed(.palette(UInt8(number)), palette.colors[number])
    }
    return palette
  }
}
