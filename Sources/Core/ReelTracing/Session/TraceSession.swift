import ReelGeometry

/// A tracing session: the task and the touch events.
///
/// On disk it is a JSON Lines file: a header, then one event a line. See `TraceSessionReader` and `TraceSessionWriter`.
public struct TraceSession: Hashable, Sendable {
  /// The task.
  public var header: Header
  /// The touch events in order of time.
  public var events: [TouchEvent]
  /// The file's lines of unknown kinds, in order; they are kept when the session is written.
  public var others: [Other] = []

  /// A line of an unknown kind.
  public struct Other: Hashable, Sendable {
    /// The line as it is in the file.
    public var text: String
    /// The number of events before it.
    public var eventsBefore: Int

    /// Creates a line.
    public init(text: String, eventsBefore: Int) {
      self.text = text
      self.eventsBefore = eventsBefore
    }
  }

  /// Creates a session.
  public init(header: Header, events: [TouchEvent] = []) {
    self.header = header
    self.events = events
  }

  /// The time of the last event, in milliseconds since the session began; 0 without events.
  public var milliseconds: Double { events.last?.milliseconds ?? 0 }
}
