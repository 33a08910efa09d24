import ReelPlatform

/// A line of `events.jsonl`: what happened on a screen, in seconds and pixels of its film.
struct ScreenEvent: Codable, Hashable {
  /// What happened.
  enum Kind: String, Codable {
    /// The size of the pictures, and their rate; the first line.
    case screen
    /// The pointer is somewhere else.
    case pointer
    /// The pointer looks different: its picture, and in it the pixel that points.
    case cursor
    /// A part of the screen was drawn.
    case damage
    /// A window has the keyboard.
    case focus
    /// Something was clicked.
    case click
    /// A key was pressed, or a text was typed.
    case key
    case chapter, caption, failure
  }

  var t: Double
  var kind: Kind
  var text: String?
  var x: Double?
  var y: Double?
  var width: Int?
  var height: Int?
  /// The button of a click on the screen; none for one that a test reported.
  var button: Int?
  /// The picture of a cursor.
  var file: String?
  /// The frames in a second.
  var fps: String?

  /// Creates an event.
  init(_ kind: Kind, at seconds: Double, text: String? = nil, x: Double? = nil, y: Double? = nil) {
    (t, self.kind, self.text, self.x, self.y) = ((seconds * 1e6).rounded() / 1e6, kind, text, x, y)
  }

  /// The line.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }
}
