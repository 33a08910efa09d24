import ReelTracing

/// The state after each event of a session: any time can be shown without replaying the ones before it.
struct TraceHistory {
  /// The state after some events.
  struct Moment: Equatable {
    /// The lines drawn so far.
    var lineCount = 0
    /// The completed part, 0…1; 0 without a task.
    var progress = 0.0
    /// Whether all is done.
    var isComplete = false
  }

  /// The events, in the order of time.
  private(set) var events: [TouchEvent] = []
  /// The lines that they have drawn.
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
