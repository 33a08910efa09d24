/// The limits on requests from outside, all checked before memory is allocated for them.
public struct ServerLimits: Hashable, Sendable {
  /// The maximum size of a request's head, in bytes.
  public var headBytes = 16 << 10
  /// The maximum size of a JSON body, in bytes.
  public var bodyBytes = 1 << 20
  /// The maximum size of an imported file, in bytes.
  public var fileBytes = 32 << 20
  /// The maximum size of all bodies being received at one time, in bytes.
  public var waitingBytes = 96 << 20
  /// The maximum size of a WebSocket message, in bytes.
  public var messageBytes = 64 << 10
  /// The maximum number of connections at one time; for one more, the one that has been idle longest is closed.
  public var connections = 512
  /// The time that a reader or writer may go without progress.
  public var patience = Duration.seconds(10)
  /// The time that a connection may wait for its next request.
  public var idle = Duration.seconds(60)
  /// The time that a WebSocket may be silent; the page sends something every 5 seconds.
  public var silence = Duration.seconds(30)

  /// Creates the default limits.
  public init() {}
}
