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
    /// The paths that are not complete, and the one to trace next; none without a guide.
    var unfinished: [Int] = []
    var next: Int?
  }

  /// The events in order of time.
  private(set) var events: [TouchEvent] = []
  /// The lines drawn by the events.
  private(set) var lines: [TracedLine] = []
  /// The state before the first event, and after each.
  private(set) var moments = [Moment()]
  private var tracer: Tracer?
  private var plain = PlainLines()
  private let hasGuide: Bool

  /// Creates a history without events.
  ///
  /// - Parameter hasGuide: whether the moments have the paths that are not complete.
  /// - Throws: `InvalidValue` for a task with invalid numbers.
  init(_ header: TraceSession.Header, hasGuide: Bool = false) throws {
    tracer = header.expected.isEmpty ? nil : try header.tracer()
    self.hasGuide = hasGuide
    if hasGuide, let tracer { (moments[0].unfinished, moments[0].next) = Self.rest(of: tracer) }
  }

  private static func rest(of tracer: Tracer) -> (unfinished: [Int], next: Int?) {
    (tracer.progress.enumerated().filter { $0.element < 1 }.map(\.offset), tracer.nextPath)
  }

  /// Appends an event.
  mutating func append(_ event: TouchEvent) {
    events.append(event)
    lines += tracer?.handle(event) ?? plain.handle(event)
    var moment = Moment(lineCount: lines.count)
    if let tracer {
      moment.progress = tracer.meanProgress
      moment.isComplete = tracer.isComplete
      if hasGuide { (moment.unfinished, moment.next) = Self.rest(of: tracer) }
    }
    moments.append(moment)
  }
}
