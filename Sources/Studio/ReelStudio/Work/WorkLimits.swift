/// How much time and memory the work of one request may take.
///
/// A worker in a process of its own is ended where it needs more. In the studio's own process only the time is bounded: the request is
/// answered, and its work goes on until it ends by itself.
public struct WorkLimits: Hashable, Sendable {
  /// The longest that a preview, an import or the check of a film may take, in seconds.
  ///
  /// A film may take six times as long from one frame to the next.
  public var seconds = 20.0
  /// The most memory for a preview, an import or a check, in bytes; a film may take twice as much.
  public var bytes = 2 << 30
  /// The longest that a film may be in the making, in seconds; it is completed then with what there is.
  public var filmSeconds = 7200.0
  /// The most requests that wait for a worker; further ones are refused.
  public var waiting = 48

  /// The most workers at one time beside those that make films.
  static let workers = 3

  /// Creates the usual limits.
  public init() {}

  /// How long a film may take from one frame to the next.
  var pause: Duration { .seconds(6 * seconds) }
}
