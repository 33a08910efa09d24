import ReelFilms
import ReelRecording

/// A film of this run of the studio, as sent to the page.
struct Film: Encodable, Sendable {
  /// The stage of a film.
  enum State: String, Encodable, Sendable {
    case waiting, recording, finished, failed, cancelled

    /// Whether the film will no longer change.
    var isOver: Bool { self != .waiting && self != .recording }
  }

  var id: String
  /// The name of the film's file, with its ending.
  var name: String
  var state = State.waiting
  var frames = 0
  /// nil for a live recording.
  var frameCount: Int?
  var secondsLeft: Double?
  var bytes: Int?
  var type: String
  var session: String?
  /// The reason for a failure, or the losses of a live recording.
  var message: String?

  /// Whether it is recorded in real time until it is stopped.
  var isLive: Bool { frameCount == nil }

  /// The media types of films, by ending.
  static let types = [
    "mp4": "video/mp4", "webm": "video/webm", "gif": "image/gif", "webp": "image/webp", "apng": "image/apng",
    "mov": "video/quicktime", "mkv": "video/x-matroska",
    "zip": "application/zip",
  ]
}
