/// A script of what is typed into a terminal, in the language of vhs tapes.
package struct Tape: Sendable {
  /// The text that a Wait looks at.
  package enum Scope: String, CaseIterable, Sendable {
    /// The row of the cursor.
    case line = "Line"
    /// All rows, with line breaks between them.
    case screen = "Screen"
  }

  /// An action of a tape.
  package enum Action: Hashable, Sendable {
    /// Type a text, with seconds between keys; nil for the setting.
    case type(String, pause: Double?)
    /// Press a key a number of times.
    case press(TapeKey, pause: Double?, count: Int)
    /// Let seconds pass.
    case sleep(Double)
    /// Wait until a text matches a pattern; nil for the settings.
    case wait(Scope, timeout: Double?, pattern: String?)
    /// Scroll the view by rows; negative is up.
    case scroll(Int, pause: Double?, count: Int)
    /// Hide the events that follow, or show events again.
    case hide, show
    /// Save the screen as a picture.
    case screenshot(String)
    /// Save what the screen shows as JSON.
    case state(String)
    /// Copy a text, and paste it.
    case copy(String)
    case paste
    /// Change a setting from here on.
    case setPause(Double)
    case setSpeed(Double)
    case setTimeout(Double)
    case setPattern(String)
  }

  /// An action and its position in the tape.
  package struct Command: Sendable {
    package var action: Action
    package var file: String
    package var line: Int
    package var column: Int
  }

  /// A file to make.
  package struct Output: Sendable {
    package var path: String
    package var line: Int
  }

  /// The settings before the first command.
  package var settings = TapeSettings()
  /// The files to make, as the tape names them.
  package var outputs: [Output] = []
  /// The commands in order.
  package var commands: [Command] = []
  /// Required programs, each with the error to report if it is missing.
  package var required: [(program: String, error: TapeError)] = []
  /// Settings that are ignored, as messages.
  package var warnings: [TapeError] = []

  /// The paths of the screenshots.
  package var screenshots: [String] {
    commands.compactMap { if case .screenshot(let path) = $0.action { path } else { nil } }
  }

  /// The paths of the states, in order.
  package var states: [String] { commands.compactMap { if case .state(let path) = $0.action { path } else { nil } } }
}
