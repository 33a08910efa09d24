import Synchronization

/// Events from outside for a stage that is being recorded.
///
/// A recorder takes its source over, and nobody else may touch the stage from then on. What happens meanwhile – touches, messages,
/// measurements – is posted here, from any thread. The stage acts on it where it lives, at the event's own time, before it
/// renders that time or a later one.
///
///     let input = StageInput<Double>()
///     stage.receive(input) { value in
///       Transaction.animate(duration: 0.2) { gauge.level = value }
///     }
///     let recorder = try Recorder(source: stage, sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
///     try recorder.start()
///     input.post(0.7)
///
/// `record` tells what the stage acted on and when. With it the film can be drawn again, frame by frame the same, as
/// often as wanted and at any rate: set another stage up and give it `StageInput(replaying: record)`.
public final class StageInput<Event: Sendable>: Sendable {
  /// An event and its time.
  public struct Entry: Sendable {
    /// The time of the stage at which it acts on the event, in seconds.
    public var time: Double
    /// The event.
    public var event: Event

    /// Creates an entry.
    public init(time: Double, event: Event) {
      self.time = time
      self.event = event
    }
  }

  /// The most events that wait for a stage.
  public static var mostWaiting: Int { 1 << 16 }

  private struct State {
    /// What waits for its time, in the order of time, and of posting among those of one time.
    var waiting: [Entry]
    /// What happened when it was posted, and when that was by the clock: the stage's time is not known between its frames.
    var posted: [Entry] = []
    var record: [Entry] = []
    /// The time up to which the stage has acted on everything; nil before its first frame.
    var taken: Double?
    /// What the clock showed at the stage's time 0; no more than that, as a frame may be late.
    var zero = Double.infinity
    var isReceived = false

    /// Adds an event behind those of its time.
    mutating func insert(_ entry: Entry) {
      // Frames that were drawn stay what they are.
      let time = max(0, entry.time, taken?.nextUp ?? 0)
      let index = (waiting.lastIndex { $0.time <= time } ?? -1) + 1
      waiting.insert(Entry(time: time, event: entry.event), at: index)
    }
  }

  private let state: Mutex<State>
  /// Returns the seconds that have gone by on the clock.
  private let elapsed: @Sendable () -> Double

  /// Creates an input without events.
  ///
  /// - Parameter clock: The clock of the recording, where it is not that of `Pace.realTime`.
  public init<C: Clock>(clock: C = ContinuousClock()) where C.Duration == Duration {
    let start = clock.now
    state = Mutex(State(waiting: []))
    elapsed = { start.duration(to: clock.now) / .seconds(1) }
  }

  /// Creates an input whose events were recorded before.
  public init(replaying record: [Entry]) {
    let start = ContinuousClock.now
    // By number where times are equal: a sort may exchange these.
    let sorted = record.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    state = Mutex(State(waiting: sorted.map(\.element)))
    elapsed = { start.duration(to: .now) / .seconds(1) }
  }

  /// What the stage has acted on so far, in the order of time.
  public var record: [Entry] { state.withLock { $0.record } }

  /// Posts an event that happens now.
  ///
  /// It gets the time that the stage has at this moment, as the clock and the frames so far tell; before the recording runs, that is 0.
  ///
  /// - Returns: False where the event is not taken because `mostWaiting` wait already: the stage does not go on.
  @discardableResult
  public func post(_ event: Event) -> Bool {
    state.withLock { state in
      guard state.waiting.count + state.posted.count < Self.mostWaiting else { return false }
      state.posted.append(Entry(time: elapsed(), event: event))
      return true
    }
  }

  /// Posts an event of a time of the stage, in seconds from 0.
  ///
  /// What comes too late, behind a frame of that time, is acted on right after that frame.
  ///
  /// - Returns: False where the event is not taken because `mostWaiting` wait already: the stage does not go on.
  /// - Precondition: The time is finite.
  @discardableResult
  public func post(_ event: Event, at time: Double) -> Bool {
    precondition(time.isFinite, "an event cannot happen at \(time) seconds")
    return state.withLock { state in
      guard state.waiting.count + state.posted.count < Self.mostWaiting else { return false }
      state.insert(Entry(time: time, event: event))
      return true
    }
  }

  /// Claims the input for a stage.
  func claim() {
    let isReceived = state.withLock { state in
      defer { state.isReceived = true }
      return state.isReceived
    }
    precondition(!isReceived, "an input belongs to one stage")
  }

  /// Takes out what is due at a time of the stage, which is now, and has later events happen after it.
  func take(until time: Double) -> [Entry] {
    state.withLock { state in
      // The clock of a recording starts after its first frame.
      if state.taken != nil { state.zero = min(state.zero, elapsed() - time) }
      for entry in state.posted {
        // In whole microseconds, which are as exact and are short in files.
        let happened = state.taken == nil ? 0 : ((entry.time - state.zero) * 1e6).rounded() / 1e6
        state.insert(Entry(time: happened, event: entry.event))
      }
      state.posted = []
      state.taken = max(state.taken ?? time, time)
      let count = state.waiting.firstIndex { $0.time > time } ?? state.waiting.count
      let due = Array(state.waiting.prefix(count))
      state.waiting.removeFirst(count)
      state.record += due
      return due
    }
  }
}

extension StageInput.Entry: Equatable where Event: Equatable {}
extension StageInput.Entry: Hashable where Event: Hashable {}
extension StageInput.Entry: Encodable where Event: Encodable {}
extension StageInput.Entry: Decodable where Event: Decodable {}

extension Stage {
  /// Has the stage act on the events of an input, each at its own time, before it renders that time or a later one.
  ///
  /// In the action, `time` is the event's time. Actions of one time follow those scheduled before by `at(_:_:)`. The stage keeps the action: one
  /// that uses the stage captures it weakly, or neither ever goes.
  ///
  /// - Precondition: No other stage has received the input.
  public func receive<Event>(_ input: StageInput<Event>, _ action: @escaping (Event) -> Void) {
    input.claim()
    inlets.append { [unowned self] time in
      for entry in input.take(until: time) { at(entry.time) { action(entry.event) } }
    }
  }
}
