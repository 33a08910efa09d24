import ReelGeometry
import ReelInteraction
import ReelScenes

/// A request to a worker.
///
/// Texts and files follow as bytes, so that nothing sent by visitors names a file.
enum WorkRequest: Codable, Sendable {
  /// Reads a storyboard.
  case checkStory(StoryPage)
  /// Draws a frame of a storyboard.
  case frame(StoryPage, number: Int, width: Int?)
  /// Mixes the sound of a storyboard.
  case sound(StoryPage)
  /// Draws a picture of a scene, described by the parameters of a URL.
  case picture([String: String])
  /// Draws the drawing of a session.
  case thumbnail(width: Int, theme: String?)
  /// Converts an ink file to a session.
  case ink(name: String, purpose: InkImporter.Purpose)
  /// Checks whether a film can be made.
  case checkFilm(FilmWork)
  /// Makes a film at a path chosen by the studio.
  case film(FilmWork, path: String)
  /// Completes the film with the frames so far.
  case stop
  /// Ends the film without a file.
  case abandon
  /// Passes a touch to the film being recorded live.
  case touch(Touch)
  /// Returns the newest frame of the film.
  case show

  /// The subject of the request in error messages.
  var subject: String {
    switch self {
    case .checkStory, .frame, .sound: "the storyboard"
    case .picture, .thumbnail: "the picture"
    case .ink: "the file"
    case .checkFilm, .film, .stop, .abandon, .touch, .show: "the film"
    }
  }

  /// A key for requests on the same subject, which go to the same worker if possible, because it has the subject in memory.
  var theme: Int {
    switch self {
    case .checkStory, .frame, .sound: 1
    case .picture, .thumbnail: 2
    default: 3
    }
  }
}

/// A request with its limits.
struct WorkOrder: Codable, Sendable {
  var request: WorkRequest
  /// The limit on processor time, in seconds.
  var seconds: Int
  /// The limit on memory, in bytes.
  var bytes: Int

  init(_ request: WorkRequest, _ limits: WorkLimits) {
    self.request = request
    // The studio itself limits the elapsed time. Processor time is a multiple of it for work with several threads.
    (seconds, bytes) = (Int(clamping: (4 * limits.seconds).rounded(.up)), limits.bytes)
    if case .film = request { (seconds, bytes) = (Int(clamping: 64 * limits.filmSeconds), 2 * limits.bytes) }
  }
}

/// The text of a storyboard for a worker; the text itself follows as bytes.
struct StoryPage: Codable, Hashable, Sendable {
  /// The name of the file, for messages.
  var name: String
  /// The folder of the storyboard's files.
  var folder: String
  /// A number that is unique to this text within the studio.
  var number: Int
}

/// An order for a film, as in the request.
struct FilmWork: Codable, Sendable {
  /// The subject of a film.
  enum Source: Codable, Sendable {
    case scenes
    /// A session, in the bytes that follow.
    case session
    /// A storyboard, in the bytes that follow.
    case story(StoryPage)
  }

  /// The body of the request.
  var order: String
  var source: Source
  /// Whether it is recorded in real time until it is stopped.
  var isLive = false
}

/// A worker's answer.
enum WorkAnswer: Codable, Sendable {
  /// The request is done; a picture or session follows as bytes.
  case done
  /// The facts about a storyboard.
  case story(StoryFacts)
  /// The facts about a film.
  case film(FilmFacts)
  /// The progress of a film.
  case progress(FilmProgress)
  /// The newest frame of a film follows as bytes; there are none before the first frame.
  case shown
  /// The film is complete.
  case finished(FilmProgress, bytes: Int)
  /// The request failed.
  case failed(status: Int, message: String, field: String?)
}

/// A worker's findings about a storyboard.
struct StoryFacts: Codable, Sendable {
  var errors: [StoryState.Fault] = []
  /// The files that the storyboard includes.
  var files: [String] = []
  /// The film, if the storyboard has no errors.
  var film: StoryState.Film?
}

/// A worker's findings about a film.
struct FilmFacts: Codable, Sendable {
  var frameCount = 1
  var framesPerSecond = 30.0
  /// The name of its first scene.
  var kind = "film"
}

/// The progress of a film.
struct FilmProgress: Codable, Sendable {
  var frames = 0
  /// The completed part, from 0 to 1; nil for a live recording.
  var fraction: Double?
  var missed = 0
  var dropped = 0
}
