import ReelCanvas

/// The colours of a terminal: text, background, cursor, and the sixteen that programs choose by number.
public struct TerminalPalette: Hashable, Sendable {
  /// The colour of plain text.
  public var foreground: Color
  /// The colour behind text.
  public var background: Color
  /// The colour of the cursor.
  public var cursor: Color
  /// Black, red, green, yellow, blue, magenta, cyan and white, and then their bright versions.
  public var colors: [Color]
  /// What a program has changed, for the colours from 16 on.
  var changed = TerminalColors()

  /// Creates a palette.
  ///
  /// - Parameters:
  ///   - foreground: The colour of plain text.
  ///   - background: The colour behind text.
  ///   - cursor: The colour of the cursor; the text's by default.
  ///   - colors: Eight or sixteen colours. With eight, the bright ones are the same.
  /// - Precondition: There are eight or sixteen colours.
  public init(foreground: Color, background: Color, cursor: Color? = nil, colors: [Color]) {
    precondition(colors.count == 8 || colors.count == 16, "a palette has 8 or 16 colours, not \(colors.count)")
    (self.foreground, self.background, self.cursor) = (foreground, background, cursor ?? foreground)
    self.colors = colors.count == 8 ? colors + colors : colors
  }

  /// Reads the theme of a recording: colours as `#rrggbb`, eight or sixteen of them separated by colons.
  init?(foreground: String, background: String, palette: String) {
    let colors = palette.split(separator: ":").compactMap { Self.color(String($0)) }
    guard let foreground = Self.color(foreground), let background = Self.color(background),
      [8, 16].contains(colors.count)
    else { return nil }
    self.init(foreground: foreground, background: background, colors: colors)
  }

  private static func color(_ text: String) -> Color? {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#") ? Color(text) : nil
  }

  var foregroundText: String { Self.text(foreground) }
  var backgroundText: String { Self.text(background) }
  var paletteText: String { colors.map(Self.text).joined(separator: ":") }

  /// A colour as `#rrggbb`.
  static func text(_ color: Color) -> String {
    let pixel = Pixel(color.with(alpha: 1))
    return "#" + [pixel.red, pixel.green, pixel.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the colour that a program set, or `standard`.
  func color(_ color: TerminalColor, standard: Color) -> Color {
    switch color {
    case .standard: standard
    case .palette(let number) where number < 16: colors[Int(number)]
    case .palette(let number):
      changed.color(.palette(number)).map { self.color($0, standard: standard) } ?? Self.fixed(number)
    case .rgb(let red, let green, let blue): Self.bytes(red, green, blue)
    }
  }

  /// The colours from 16 on, as in xterm: a cube of 6 × 6 × 6, then greys.
  private static func fixed(_ number: UInt8) -> Color {
    if number >= 232 {
      let grey = 8 + 10 * (number - 232)
      return bytes(grey, grey, grey)
    }
    func side(_ step: UInt8) -> UInt8 { step == 0 ? 0 : 55 + 40 * step }
    let cell = number - 16
    return bytes(side(cell / 36), side(cell / 6 % 6), side(cell % 6))
  }

  private static func bytes(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
    Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }
}
