/// A script of what is typed into a terminal, in the language of vhs tapes.
package struct Tape: Sendable {
  /// Which text a wait looks at.
  package enum Scope: String, CaseIterable, Sendable {
    /// The row of the cursor.
    case line = "Line"
    /// All rows, with line breaks between them.
    case screen = "Screen"
  }

  /// Something to do.
  package enum Action: Hashable, Sendable {
    /// Type a text; seconds from key to key, where they are not those of the settings.
    case type(String, pause: Double?)
    /// Press a key so many times.
    case press(TapeKey, pause: Double?, count: Int)
    /// Let seconds pass.
    case sleep(Double)
    /// Wait until a text matches an expression; nil for those of the settings.
    case wait(Scope, timeout: Double?, pattern: String?)
    /// Move the view over what has left at the top, by rows; up is less than 0.
    case scroll(Int, pause: Double?, count: Int)
    /// Show no more of what happens, or show it again.
    case hide, show
    /// Save what is seen as a picture.
    case screenshot(String)
    /// Keep a text, and type the one that was kept.
    case copy(String)
    case paste
    /// From here on.
    case setPause(Double)
    case setSpeed(Double)
    case setTimeout(Double)
    case setPattern(String)
  }

  /// Something to do, and where it is written.
  package struct Command: Sendable {
    package var action: Action
    package var file: String
    package var line: Int
    package var column: Int
  }

  /// What is to be made.
  package struct Output: Sendable {
    package var path: String
    package var line: Int
  }

  /// What is said before the first command.
  package var settings = TapeSettings()
  /// The files to be made, as the tape names them.
  package var outputs: [Output] = []
  /// What is done, in order.
  package var commands: [Command] = []
  /// The programs that have to be there, and where the tape says so.
  package var required: [(program: String, error: TapeError)] = []
  /// What is passed over, for people.
  package var warnings: [TapeError] = []

  /// The pictures that it saves.
  package var screenshots: [String] {
    commands.compactMap { if case .screenshot(let path) = $0.action { path } else { nil } }
  }
}
