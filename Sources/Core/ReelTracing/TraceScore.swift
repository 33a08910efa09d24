/// The score of a tracing session; times are in milliseconds since the session began, lengths in points of the canvas.
public struct TraceScore: Hashable, Sendable, Codable {
  /// A stroke of one finger, from coming down to being lifted.
  public struct Stroke: Hashable, Sendable, Codable {
    /// The finger's identifier.
    public var touch: Int
    /// The time at which the finger came down.
    public var startMilliseconds: Double
    /// The duration of the stroke.
    public var milliseconds: Double
    /// The length of the stroke.
    public var length: Double
    /// The fraction of the length that is in the corridor, from 0 to 1; 1 for a stroke without length and without a line outside.
    public var shareInside: Double
  }

  /// A period in which no finger moved.
  public struct Pause: Hashable, Sendable, Codable {
    /// The beginning of the pause.
    public var startMilliseconds: Double
    /// The duration of the pause.
    public var milliseconds: Double
  }

  /// Whether the whole letter was traced.
  public var isComplete: Bool
  /// The time at which the letter was complete; nil if it never was.
  public var completedAtMilliseconds: Double?
  /// The traced fraction of each expected path, from 0 to 1.
  public var progress: [Double]
  /// The fraction of the drawn length that is in the corridor, due or not, from 0 to 1; 1 if nothing was drawn.
  public var shareInside: Double
  /// The total length of all lines.
  public var length: Double
  /// The time from the first event to the last.
  public var milliseconds: Double
  /// The strokes, in the order of their beginnings.
  public var strokes: [Stroke]
  /// The pauses, in order of time.
  public var pauses: [Pause]

  /// Scores a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - shortestPause: The minimum duration of a pause, in milliseconds.
  /// - Throws: `InvalidValue` for expected paths that can't be traced.
  public init(_ session: TraceSession, shortestPause: Double = 500) throws {
    var scorer = try TraceScorer(session.header, shortestPause: shortestPause)
    for event in session.events { scorer.handle(event) }
    self = scorer.score
  }

  init(
    tracer: Tracer, shareInside: Double, length: Double, milliseconds: Double, strokes: [Stroke], pauses: [Pause]
  ) {
    isComplete = tracer.isComplete
    completedAtMilliseconds = tracer.completedAt
    progress = tracer.progress
    self.shareInside = shareInside
    self.length = length
    self.milliseconds = milliseconds
    self.strokes = strokes
    self.pauses = pauses
  }
}
