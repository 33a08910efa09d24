import ReelTerminal

/// The settings of a tape before its first command, with the defaults of vhs.
package struct TapeSettings: Sendable {
  /// The shell to run.
  package var shell = TapeShell.bash
  /// Additional environment variables.
  package var environment: [String: String] = [:]

  /// The size of the picture, in pixels.
  package var width = 1200
  package var height = 600
  /// The font size, in pixels.
  package var fontSize = 22.0
  /// The font family; nil for the default.
  package var fontFamily: String?
  /// The letter spacing, in pixels; 1 adds nothing.
  package var letterSpacing = 1.0
  /// The line height, as a multiple of the font's natural height.
  package var lineHeight = 1.0
  /// The colours; nil for the default.
  package var theme: TapeTheme?
  /// The space between text and the window's edge, in pixels.
  package var padding = 60
  /// The space around the window, in pixels.
  package var margin = 0
  /// The colour around the window, or the path of a picture; nil for none.
  package var marginFill: String?
  /// The bar of the window; nil for none.
  package var windowBar: TapeWindowBar?
  /// The height of the bar, in pixels.
  package var windowBarSize = 30
  /// The radius of the window's corners, in pixels.
  package var borderRadius = 0
  /// Whether the cursor blinks.
  package var cursorBlinks = true
  /// The frame rate; nil for the default.
  package var frameRate: Double?
  /// Where a GIF starts to play, as a fraction of its length.
  package var loopOffset = 0.0

  /// Seconds between keys.
  package var pause = 0.05
  /// The seed of an uneven typing rhythm; nil for even pauses.
  package var rhythm: UInt64?
  /// Seconds of the session per second of film.
  package var speed = 1.0
  /// The longest wait, in seconds.
  package var timeout = 15.0
  /// The pattern that a Wait waits for by default: a prompt.
  package var pattern = ">$"
}

/// The colours that a tape sets.
package enum TapeTheme: Sendable {
  /// A theme by name.
  case named(String)
  /// The colours themselves.
  case palette(TerminalPalette)
}

/// The window bars of tapes.
package enum TapeWindowBar: String, CaseIterable, Sendable {
  case colorful = "Colorful"
  case colorfulRight = "ColorfulRight"
  case rings = "Rings"
  case ringsRight = "RingsRight"

  /// The same bar in films.
  var bar: TerminalWindow.Bar {
    switch self {
    case .colorful: .colorful
    case .colorfulRight: .colorfulRight
    case .rings: .rings
    case .ringsRight: .ringsRight
    }
  }
}
