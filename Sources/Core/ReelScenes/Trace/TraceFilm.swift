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
  /// A part of the picture that can be omitted.
  public enum Part: String, CaseIterable, Hashable, Codable, Sendable {
    /// The corridor around the expected paths.
    case guide
    /// The expected paths.
    case path
    /// The stars on key points.
    case stars
    /// The marker that follows each touch.
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
  /// The parts to draw.
  ///
  /// Without expected paths, the parts that depend on them are omitted in any case.
  public var parts = Set(Part.allCases)
  /// Whether to show how to write: the next stroke, where each begins, its direction and its number.
  public var showsGuide = false
  /// The font family of the time and of the strokes' numbers.
  public var textFont = Font.standardFamily
  /// The width of unjudged lines, in points of the session's canvas; nil for a width at which neighbouring lines are distinguishable.
  public var lineWidth: Double?
  /// An image for key points instead of the star.
  public var keyImage: Bitmap?
  /// An image on the sheet, as large as fits.
  public var backgroundImage: Bitmap?

  /// Creates a film that replays a session unchanged.
  public init(_ session: TraceSession) { self.session = session }

  /// Creates a film of a session with the options of a timing.
  public init(_ session: TraceSession, timing: ReplayTiming) {
    self.session = session
    replay = timing.options
  }

  /// The mapping from the session's times to the film's.
  ///
  /// - Throws: `InvalidValue` for options out of range.
  public var timing: ReplayTiming {
    get throws(InvalidValue) { try ReplayTiming(events: session.events, replay) }
  }
}
