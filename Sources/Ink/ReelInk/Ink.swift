import ReelGeometry
import ReelTracing

/// Strokes that were drawn, paths to trace, or both, read from a file, in the file's coordinates.
///
/// y grows downwards, regardless of the file's direction. `session(canvas:margin:)` fits the ink to a canvas.
public struct Ink: Hashable, Sendable {
  /// A point of a stroke.
  public struct Sample: Hashable, Sendable {
    /// The position of the pen.
    public var point: Point
    /// The time in milliseconds since a start that all strokes of the file share, or nil if unknown.
    public var milliseconds: Double?

    /// Creates a sample.
    public init(_ point: Point, milliseconds: Double? = nil) {
      self.point = point
      self.milliseconds = milliseconds
    }
  }

  /// The points of one finger or pen from touching down to lifting.
  ///
  /// A dot has one point.
  public struct Stroke: Hashable, Sendable {
    /// The points in the order of drawing; times never go backwards.
    public var points: [Sample]
    /// The finger; strokes of different fingers may overlap in time.
    public var touch: Int

    /// Creates a stroke.
    public init(points: [Sample], touch: Int = 0) {
      self.points = points
      self.touch = touch
    }
  }

  /// The strokes that were drawn.
  public var strokes: [Stroke]
  /// The paths to trace.
  public var expected: [Path]
  /// The name of the file's format.
  public var format: String
  /// The drawing's name in the file: a word, a letter.
  public var name: String
  /// Notes for the user, for example that times are assumed or that something was left out.
  public var notes: [String]
  /// The complete session, if the file is one of Reel's own; it has more than strokes and paths.
  public var recorded: TraceSession?
  /// The paths of other files that were read for this one, as requested by UNIPEN's `.INCLUDE`.
  package var includedPaths: [String] = []

  /// Creates ink.
  public init(
    strokes: [Stroke] = [], expected: [Path] = [], format: String, name: String = "", notes: [String] = [],
    recorded: TraceSession? = nil
  ) {
    self.strokes = strokes
    self.expected = expected
    self.format = format
    self.name = name
    self.notes = notes
    self.recorded = recorded
  }

  /// Whether the file says when each point was drawn.
  ///
  /// Without times, or if all are the same, a session derives times from distance.
  public var hasTime: Bool {
    var earliest = Double.infinity
    var latest = -Double.infinity
    for stroke in strokes {
      for sample in stroke.points {
        guard let time = sample.milliseconds else { return false }
        earliest = min(earliest, time)
        latest = max(latest, time)
      }
    }
    return latest > earliest
  }

  /// The number of points of all strokes.
  public var pointCount: Int { strokes.reduce(0) { $0 + $1.points.count } }
}
