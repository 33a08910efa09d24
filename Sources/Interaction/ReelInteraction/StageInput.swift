import ReelLayers
import Synchronization

/// Events from outside for a stage that is being recorded.
///
/// Once a recorder owns its source, no other code may touch the stage. Any thread can post events, such as touches, messages or
/// measurements, here. The stage handles each in its own isolation domain and at the event's own time, before it renders that time or a
/// later one.
///
///     let input = StageInput<Double>()
///     stage.receive(input) { value in
///       Transaction.animate(duration: 0.2) { gauge.level = value }
///     }
///     let recorder = try Recorder(source: stage, sink: MovieSink(to: url), frameRate: 30, pace: .realTime)
///     try recorder.start()
///     input.post(0.7)
///
/// `record` lists the events and when the stage handled them. It can reproduce the film with identical frames, any number of times and at
/// any rate: set up another stage and give it `StageInput(replaying: record)`.
public final class StageInput<Event: Sendable>: Sendable {
  /// An event and its time.
  public struct Entry: Sendable {
    /// The stage's time at which it handles the event, in seconds.
    public var time: Double
    /// The event.
    public var event: Event

    /// Creates an entry.
    public init(time: Double, event: Event) {
      self.time = time
      self.event = event
    }
  }

  /// The maximum number of waiting events.
  public static var maxWaiting: Int { 1 << 16 }

  private struct State {
    /// The waiting events in order of time, and of posting for equal times.
    var waiting: [Entry]
    /// Events that happened when they were posted, with the clock's time, because the stage's time is unknown between frames.
    var posted: [Entry] = []
    var record: [Entry] = []
    /// The time up to which the stage has handled all events; nil before its first frame.
    var taken: Double?
    /// An upper bound of the clock's time at the stage's time 0, because a frame may be late.
    var zero = Double.infinity
    var isReceived = false

    /// Adds an event after existing events of the same time.
    mutating func insert(_ entry: Entry) {
      // A frame that was drawn does not change.
      let time = max(0, entry.time, taken?.nextUp ?? 0)
      let index = (waiting.lastIndex { $0.time <= time } ?? -1) + 1
      waiting.insert(Entry(time: time, event: entry.event), at: index)
    }
  }

  private let state: Mutex<State>
  /// Returns the seconds elapsed on the clock.
  private let elapsed: @Sendable () -> Double

  /// Creates an input without events.
  ///
  /// - Parameter clock: The recording's clock, if it is not the one of `Pace.realTime`.
  public init<C: Clock>(clock: C = ContinuousClock()) where C.Duration == Duration {
    let start = clock.now
    state = Mutex(State(waiting: []))
    elapsed = { start.duration(to: clock.now) / .seconds(1) }
  }

  /// Creates an input from recorded events.
  public init(replaying record: [Entry]) {
    let start = ContinuousClock.now
    // Sorted by index for equal times, because sorting is not stable.
    let sorted = record.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
    state = Mutex(State(waiting: sorted.map(\.element)))
    elapsed = { start.duration(to: .now) / .seconds(1) }
  }

  /// The events that the stage has handled so far, in order of time.
  public var record: [Entry] { state.withLock { $0.record } }

  /// Posts an event that happens now.
  ///
  /// Its time is the stage's current time, derived from the clock and the frames so far, or 0 before the recording runs.
  ///
  /// - Returns: False if `maxWaiting` events are already waiting, because the stage is not advancing; the event is rejected.
  @discardableResult
  public func post(_ event: Event) -> Bool {
    state.withLock { state in
      guard state.waiting.count + state.posted.count < Self.maxWaiting else { return false }
      state.posted.append(Entry(time: elapsed(), event: event))
      return true
    }
  }

  /// Posts an event for a time of the stage, in seconds from 0.
  ///
  /// An event that comes after a frame of its time is handled right after that frame.
  ///
  /// - Returns: False if `maxWaiting` events are already waiting, because the stage is not advancing; the event is rejected.
  /// - Precondition: The time is finite.
  @discardableResult
  public func post(_ event: Event, at time: Double) -> Bool {
    precondition(time.isFinite, "an event cannot happen at \(time) seconds")
    return state.withLock { state in
      guard state.waiting.count + state.posted.count < Self.maxWaiting else { return false }
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

  /// Removes and returns the events due at the stage's current time; later posts come after it.
  func take(until time: Double) -> [Entry] {
    state.withLock { state in
      // The clock of a recording starts after its first frame.
      if state.taken != nil { state.zero = min(state.zero, elapsed() - time) }
      for entry in state.posted {
        // Whole microseconds are precise enough and short in files.
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
  /// Handles the events of an input, each at its own time, before rendering that time or a later one.
  ///
  /// In the action, `time` is the event's time. Actions of the same time follow those scheduled earlier by `at(_:_:)`. The stage retains
  /// the action. If the action uses the stage, it must capture it weakly, or both leak.
  ///
  /// - Precondition: No other stage has received the input.
  public func receive<Event>(_ input: StageInput<Event>, _ action: @escaping (Event) -> Void) {
    input.claim()
    inlets.append { [unowned self] time in
      for entry in input.take(until: time) { at(entry.time) { action(entry.event) } }
    }
  }
}
