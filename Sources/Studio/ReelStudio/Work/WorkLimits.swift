/// The limits on time and memory for the work of one request.
///
/// A worker process that exceeds them is ended. Within the studio's own process, only the time is limited: the request is answered, but its
/// work continues until it ends by itself.
public struct WorkLimits: Hashable, Sendable {
  /// The time limit of a preview, an import or the check of a film, in seconds.
  ///
  /// A film may take six times as long from one frame to the next.
  public var seconds = 20.0
  /// The memory limit of a preview, an import or a check, in bytes; a film may take twice as much.
  public var bytes = 2 << 30
  /// The time limit for making a film, in seconds; after that, it is completed with the frames so far.
  public var filmSeconds = 7200.0
  /// The maximum number of requests that wait for a worker; more are refused.
  public var waiting = 48

  /// The maximum number of workers at one time, apart from those that make films.
  static let workers = 3

  /// Creates the default limits.
  public init() {}

  /// The time that a film may take from one frame to the next.
  var pause: Duration { .seconds(6 * seconds) }
}
