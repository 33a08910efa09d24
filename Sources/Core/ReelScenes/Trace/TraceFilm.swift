import ReelCanvas
import ReelGeometry
import ReelTracing

/// A film that replays a tracing session.
///
///     var film = TraceFilm(session)
///     film.replay.maxPause = 0.5
///     film.theme = .night
///     let source = try SceneSource(film, size: PixelSize(width: 414, height: 896), frameRate: 30)
public struct TraceFilm: Hashable, Sendable {
  /// A part of the picture that can be left out.
  public enum Part: String, CaseIterable, Hashable, Codable, Sendable {
    /// The corridor around the expected paths.
    case guide
    /// The expected paths.
    case path
    /// The stars on key points.
    case stars
    /// What follows each touch.
    case fingertip
    /// The ring that shows progress.
    case ring
    /// The time of the session.
    case time
  }

  /// The session, with its canvas, its expected paths and the width of their corridor.
  public var session: TraceSession
  /// The speed and the pauses of the replay.
  public var replay = ReplayOptions()
  /// The colours.
  public var theme = TraceTheme.classic
  /// The parts that are drawn.
  ///
  /// Those that make no sense without expected paths are left out there anyway.
  public var parts = Set(Part.allCases)
  /// The font family of the time.
  public var textFont = Font.standardFamily
  /// The width of lines that are not judged, in points of the session's canvas; nil for a width at which neighbours can be told apart.
  public var lineWidth: Double?
  /// An image for key points instead of the star.
  public var keyImage: Bitmap?
  /// An image on the sheet, as large as fits.
  public var backgroundImage: Bitmap?

  /// Creates a film of a session, replayed as it was.
  public init(_ session: TraceSession) { self.session = session }

  /// Creates a film of a session with the options of a timing.
  public init(_ session: TraceSession, timing: ReplayTiming) {
    self.session = session
    replay = timing.options
  }

  /// When each moment of the session is shown.
  ///
  /// - Throws: `InvalidValue` for options out of range.
  public var timing: ReplayTiming {
    get throws(InvalidValue) { try ReplayTiming(events: session.events, replay) }
  }
}
