import ReelTerminal

/// What a tape sets before its first command; the values that it does not set are those of vhs.
package struct TapeSettings: Sendable {
  /// The shell that runs.
  package var shell = TapeShell.bash
  /// What the program finds in its environment, in addition.
  package var environment: [String: String] = [:]

  /// The size of the picture, in pixels.
  package var width = 1200
  package var height = 600
  /// The size of the letters, in pixels.
  package var fontSize = 22.0
  /// The family of the letters; nil for the standard one.
  package var fontFamily: String?
  /// The distance from letter to letter, in pixels; 1 is none that is added.
  package var letterSpacing = 1.0
  /// The height of a row, in the font's own.
  package var lineHeight = 1.0
  /// The colours; nil for the standard ones.
  package var theme: TapeTheme?
  /// Between the letters and the edge of the window, in pixels.
  package var padding = 60
  /// Around the window, in pixels.
  package var margin = 0
  /// The colour around the window, or a picture; nil for none.
  package var marginFill: String?
  /// The bar of the window; nil for none.
  package var windowBar: TapeWindowBar?
  /// The height of that bar, in pixels.
  package var windowBarSize = 30
  /// The radius of the window's corners, in pixels.
  package var borderRadius = 0
  /// Whether the cursor blinks.
  package var cursorBlinks = true
  /// Frames a second; nil where it does not say.
  package var frameRate: Double?
  /// Where a GIF begins to be played, as a part of its length.
  package var loopOffset = 0.0

  /// Seconds from key to key.
  package var pause = 0.05
  /// The seed of the rhythm in which keys are pressed; nil for even pauses.
  package var rhythm: UInt64?
  /// The session's seconds in one second of film.
  package var speed = 1.0
  /// How long a wait takes at most, in seconds.
  package var timeout = 15.0
  /// What a wait waits for: a prompt.
  package var pattern = ">$"
}

/// The colours that a tape asks for.
package enum TapeTheme: Sendable {
  /// One with a name.
  case named(String)
  /// Its colours.
  case palette(TerminalPalette)
}

/// The bars that a window can have.
package enum TapeWindowBar: String, CaseIterable, Sendable {
  case colorful = "Colorful"
  case colorfulRight = "ColorfulRight"
  case rings = "Rings"
  case ringsRight = "RingsRight"

  /// The bar as films have it.
  var bar: TerminalWindow.Bar {
    switch self {
    case .colorful: .colorful
    case .colorfulRight: .colorfulRight
    case .rings: .rings
    case .ringsRight: .ringsRight
    }
  }
}
