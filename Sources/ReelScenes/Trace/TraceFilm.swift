import ReelCanvas
import ReelGeometry
import ReelTracing

/// The script of a film in which a tracing session is replayed.
public struct TraceFilm: Sendable {
  /// A part of the picture that can be left out.
  public enum Part: String, CaseIterable, Hashable, Sendable {
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

  /// The session.
  public var session: TraceSession
  /// When each of its moments is shown.
  public var timing: ReplayTiming
  /// The colours.
  public var theme = TraceTheme.classic
  /// The parts that are drawn.
  ///
  /// Those that make no sense without expected paths are left out there anyway.
  public var parts = Set(Part.allCases)
  /// An image for key points instead of the star.
  public var keyImage: Bitmap?
  /// An image on the sheet, as large as fits.
  public var backgroundImage: Bitmap?

  /// Creates a film of a session.
  public init(_ session: TraceSession, timing: ReplayTiming) {
    self.session = session
    self.timing = timing
  }
}
