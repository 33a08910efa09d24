import ReelGeometry
import ReelScenes

/// What a worker is asked to do.
///
/// The texts and files that it is about follow as bytes: what visitors send names no file.
enum WorkRequest: Codable, Sendable {
  /// Reads a storyboard.
  case checkStory(StoryPage)
  /// Draws a frame of a storyboard.
  case frame(StoryPage, number: Int, width: Int?)
  /// Draws a picture of a scene, described by the parameters of an address.
  case picture([String: String])
  /// Draws what is drawn in a session.
  case thumbnail(width: Int, theme: String?)
  /// Makes a session of a file of ink.
  case ink(name: String, purpose: InkImporter.Purpose)
  /// Checks whether a film can be made.
  case checkFilm(FilmWork)
  /// Makes a film at a path that the studio has chosen.
  case film(FilmWork, path: String)
  /// Completes the film with what there is.
  case stop
  /// Ends the film without a file.
  case abandon
  /// Hands a touch to the film that is recorded live.
  case touch(Touch)
  /// Shows the newest frame of the film.
  case show

  /// What a failure is told of.
  var subject: String {
    switch self {
    case .checkStory, .frame: "the storyboard"
    case .picture, .thumbnail: "the picture"
    case .ink: "the file"
    case .checkFilm, .film, .stop, .abandon, .touch, .show: "the film"
    }
  }

  /// Requests of one theme go to one worker where possible, which knows more than the others.
  var theme: Int {
    switch self {
    case .checkStory, .frame: 1
    case .picture, .thumbnail: 2
    default: 3
    }
  }
}

/// A request with what it may take.
struct WorkOrder: Codable, Sendable {
  var request: WorkRequest
  /// The most seconds of processor time.
  var seconds: Int
  /// The most bytes of memory.
  var bytes: Int

  init(_ request: WorkRequest, _ limits: WorkLimits) {
    self.request = request
    // By the clock the studio counts itself; what has several threads takes several times as much.
    (seconds, bytes) = (Int(clamping: (4 * limits.seconds).rounded(.up)), limits.bytes)
    if case .film = request { (seconds, bytes) = (Int(clamping: 64 * limits.filmSeconds), 2 * limits.bytes) }
  }
}

/// The text of a storyboard as a worker knows it: the text itself follows as bytes.
struct StoryPage: Codable, Hashable, Sendable {
  /// The name of its file, for messages.
  var name: String
  /// The folder that its files are in.
  var folder: String
  /// What no other text of this studio has.
  var number: Int
}

/// A film in the words of the request that ordered it.
struct FilmWork: Codable, Sendable {
  /// What it is of.
  enum Source: Codable, Sendable {
    case scenes
    /// The bytes are those of a session.
    case session
    /// The bytes are those of a storyboard.
    case story(StoryPage)
  }

  /// The body of the request.
  var order: String
  var source: Source
  /// Whether it is recorded by the wall clock until it is stopped.
  var isLive = false
}

/// What a worker answers.
enum WorkAnswer: Codable, Sendable {
  /// It is done: a picture or a session follows as bytes.
  case done
  /// What is in a storyboard.
  case story(StoryFacts)
  /// What a film will be.
  case film(FilmFacts)
  /// How far a film is.
  case progress(FilmProgress)
  /// The newest frame of a film follows as bytes; none where there is none yet.
  case shown
  /// A film is complete.
  case finished(FilmProgress, bytes: Int)
  /// It can't be done.
  case failed(status: Int, message: String, field: String?)
}

/// What a worker finds out about a storyboard.
struct StoryFacts: Codable, Sendable {
  var errors: [StoryState.Fault] = []
  /// The files that it takes in.
  var files: [String] = []
  /// Its film, where it has no errors.
  var film: StoryState.Film?
}

/// What a film will be.
struct FilmFacts: Codable, Sendable {
  var frameCount = 1
  var framesPerSecond = 30.0
  /// The name of its first scene.
  var kind = "film"
}

/// How far a film is.
struct FilmProgress: Codable, Sendable {
  var frames = 0
  /// The part that is done; nil for a live recording.
  var fraction: Double?
  var missed = 0
  var dropped = 0
}
