import ReelTracing

/// The state after each event of a session, so that any time can be shown without replaying earlier ones.
struct TraceHistory {
  /// The state after a number of events.
  struct Moment: Equatable {
    /// The number of lines drawn so far.
    var lineCount = 0
    /// The completed fraction, 0…1; 0 without a task.
    var progress = 0.0
    /// Whether everything has been traced.
    var isComplete = false
  }

  /// The events in order of time.
  private(set) var events: [TouchEvent] = []
  /// The lines drawn by the events.
  private(set) var lines: [TracedLine] = []
  /// The state before the first event, and after each.
  private(set) var moments = [Moment()]
  private var tracer: Tracer?
  private var plain = PlainLines()

  /// Creates a history without events.
  ///
  /// - Throws: `InvalidValue` for a task with invalid numbers.
  init(_ header: TraceSession.Header) throws {
    tracer = header.expected.isEmpty ? nil : try header.tracer()
  }

  /// Appends an event.
  mutating func append(_ event: TouchEvent) {
    events.append(event)
    lines += tracer?.handle(event) ?? plain.handle(event)
    var moment = Moment(lineCount: lines.count)
    if let tracer {
      moment.progress = tracer.meanProgress
      moment.isComplete = tracer.isComplete
    }
    moments.append(moment)
  }
}
