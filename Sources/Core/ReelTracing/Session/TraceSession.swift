import ReelGeometry

/// A tracing session: what was to be traced, and what the fingers did.
///
/// On disk it is a text file of JSON Lines: a header, then one event a line. See `TraceSessionReader` and `TraceSessionWriter`.
public struct TraceSession: Hashable, Sendable {
  /// What was to be traced.
  public var header: Header
  /// What the fingers did, in the order of time.
  public var events: [TouchEvent]
  /// The lines of the file of unknown kinds, in order; they are kept when it is written.
  public var others: [Other] = []

  /// A line of an unknown kind.
  public struct Other: Hashable, Sendable {
    /// The line as it stands in the file.
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
