/// The style of a cell, as set by the sequence SGR (ECMA-48, 8.3.117).
package struct TerminalStyle: Hashable, Sendable {
  /// The kind of underline.
  package enum Underline: UInt8, Hashable, Sendable {
    /// No line. The raw values are those of `CSI 4 : n m`.
    case none, single, double, curly, dotted, dashed
  }

  /// Styles that are on or off.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16
    package init(rawValue: UInt16) { self.rawValue = rawValue }
    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let blink = Attributes(rawValue: 8)
    package static let inverse = Attributes(rawValue: 16)
    package static let conceal = Attributes(rawValue: 32)
    package static let strike = Attributes(rawValue: 64)
    package static let overline = Attributes(rawValue: 128)
  }

  package var foreground = TerminalColor.standard
  package var background = TerminalColor.standard
  /// The colour of the underline; `standard` for the text's.
  package var underlineColor = TerminalColor.standard
  package var attributes: Attributes = []
  package var underline = Underline.none

  /// Plain text.
  package static let plain = TerminalStyle()
}
