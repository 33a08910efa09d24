import ReelCanvas
import ReelDescriptions

/// What the film of a terminal looks like: its colours, and those around its window.
public enum TerminalTheme: String, CaseIterable, Hashable, Sendable {
  /// Light text on dark blue.
  case night
  /// Dark text on warm white.
  case paper
  /// The colours of xterm, on black.
  case classic

  /// The colours in the terminal.
  public var palette: TerminalPalette {
    switch self {
    case .night:
      TerminalPalette(
        foreground: Self.hex(0xD6DEEB), background: Self.hex(0x101826), cursor: Self.hex(0x8FD3FF),
        colors: [
          0x1D2A3F, 0xFF6B7F, 0x7FDB9A, 0xFFD479, 0x6FB3FF, 0xC99BFF, 0x5FD7DF, 0xC3CEDD,
          0x5C6F8C, 0xFF8E9E, 0xA2F0B8, 0xFFE3A3, 0x96CBFF, 0xDDBEFF, 0x8FECF2, 0xFFFFFF,
        ].map(Self.hex))
    case .paper:
      TerminalPalette(
        foreground: Self.hex(0x2B2A28), background: Self.hex(0xFBF8F1), cursor: Self.hex(0xB3541E),
        colors: [
          0x2B2A28, 0xB3261E, 0x2E7031, 0x8A6100, 0x1F5FA8, 0x8A3A8F, 0x0F6F76, 0xD8D2C4,
          0x6E6A62, 0xD0473D, 0x3F8B43, 0xA87900, 0x3A7BC8, 0xA653AB, 0x1F8A92, 0xFFFFFF,
        ].map(Self.hex))
    case .classic:
      TerminalPalette(
        foreground: Self.hex(0xE5E5E5), background: Self.hex(0x000000), cursor: Self.hex(0xE5E5E5),
        colors: [
          0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
          0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
        ].map(Self.hex))
    }
  }

  /// The colours behind the window, from the top to the bottom.
  var backdrop: (top: Color, bottom: Color) {
    switch self {
    case .night: (Self.hex(0x33507A), Self.hex(0x1B2740))
    case .paper: (Self.hex(0xE9DFCB), Self.hex(0xD3C3A5))
    case .classic: (Self.hex(0x4A4E57), Self.hex(0x2C2F36))
    }
  }

  private static func hex(_ number: Int) -> Color {
    func part(_ shift: Int) -> Double { Double(number >> shift & 255) / 255 }
    return Color(red: part(16), green: part(8), blue: part(0))
  }
}
