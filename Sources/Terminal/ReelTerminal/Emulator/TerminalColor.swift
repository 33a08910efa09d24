/// A colour as programs ask a terminal for it; the theme says what it looks like.
package enum TerminalColor: Hashable, Sendable {
  /// The theme's own, for text or for what is behind it.
  case standard
  /// One of the 256 of the palette: 16 of the theme, a cube of 216, and 24 shades of grey.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}
