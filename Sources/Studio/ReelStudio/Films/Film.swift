import ReelFilms
import ReelRecording

/// A film of this run of the studio, as the page sees it.
struct Film: Encodable, Sendable {
  /// How far it is.
  enum State: String, Encodable, Sendable {
    case waiting, recording, finished, failed, cancelled

    /// Whether nothing happens to it any more.
    var isOver: Bool { self != .waiting && self != .recording }
  }

  var id: String
  /// The name of its file, with the ending.
  var name: String
  var state = State.waiting
  var frames = 0
  /// nil for a live recording.
  var frameCount: Int?
  var secondsLeft: Double?
  var bytes: Int?
  var type: String
  var session: String?
  /// Why it failed, or what a live recording missed.
  var message: String?

  /// The media types of films by their endings.
  static let types = [
    "mp4": "video/mp4", "webm": "video/webm", "gif": "image/gif", "webp": "image/webp", "apng": "image/apng",
    "mov": "video/quicktime", "mkv": "video/x-matroska",
    "zip": "application/zip",
  ]
}
