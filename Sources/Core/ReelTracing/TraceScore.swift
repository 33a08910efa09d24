/// What a tracing session amounts to, in numbers; times in milliseconds since the session began, lengths in points of the canvas.
public struct TraceScore: Hashable, Sendable, Codable {
  /// A stroke: what one finger drew from coming down to being lifted.
  public struct Stroke: Hashable, Sendable, Codable {
    /// Which finger it was.
    public var touch: Int
    /// When the finger came down.
    public var startMilliseconds: Double
    /// How long it was down.
    public var milliseconds: Double
    /// The length of the way that it went.
    public var length: Double
    /// The part of that length that lies inside, from 0 to 1; 1 for a stroke of no length without a line outside.
    public var shareInside: Double
  }

  /// A time in which no finger was down, or none moved.
  public struct Pause: Hashable, Sendable, Codable {
    /// When it began.
    public var startMilliseconds: Double
    /// How long it was.
    public var milliseconds: Double
  }

  /// Whether all of the letter was traced.
  public var isComplete: Bool
  /// When it was complete; nil if it never was.
  public var completedAtMilliseconds: Double?
  /// How much of each expected path was traced, from 0 to 1.
  public var progress: [Double]
  /// The part of the length drawn that lies inside, from 0 to 1; 1 if nothing was drawn.
  public var shareInside: Double
  /// The length of all lines together.
  public var length: Double
  /// From the first event to the last.
  public var milliseconds: Double
  /// The strokes in the order in which they began.
  public var strokes: [Stroke]
  /// The pauses in the order of time.
  public var pauses: [Pause]

  /// Scores a session.
  ///
  /// - Parameters:
  ///   - session: What was traced.
  ///   - shortestPause: What lasts at least so long, in milliseconds, is a pause.
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
