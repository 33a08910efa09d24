/// A colour as programs set it; the theme defines its look.
package enum TerminalColor: Hashable, Sendable {
  /// The theme's own colour for text or background.
  case standard
  /// One of the palette's 256 colours: 16 of the theme, a cube of 216, and 24 shades of grey.
  case palette(UInt8)
  /// Red, green and blue.
  case rgb(UInt8, UInt8, UInt8)
}
