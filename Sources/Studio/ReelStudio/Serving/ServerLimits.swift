/// What a server takes from strangers: everything that comes from outside has a bound before memory is taken for it.
public struct ServerLimits: Hashable, Sendable {
  /// The most bytes of the lines before a request's body.
  public var headBytes = 16 << 10
  /// The most bytes of a request's body that is JSON.
  public var bodyBytes = 1 << 20
  /// The most bytes of a file that is imported.
  public var fileBytes = 32 << 20
  /// The most bytes of all bodies that are being received at one time.
  public var waitingBytes = 96 << 20
  /// The most bytes of a message on a WebSocket.
  public var messageBytes = 64 << 10
  /// The most connections at one time; for one more, the one that has waited longest without a request is closed.
  public var connections = 512
  /// How long a reader or a writer may go without progress.
  public var patience = Duration.seconds(10)
  /// How long a connection may wait for its next request.
  public var idle = Duration.seconds(60)
  /// How long a WebSocket may be silent; the page says something every 5 seconds.
  public var silence = Duration.seconds(30)

  /// Creates the usual limits.
  public init() {}
}
