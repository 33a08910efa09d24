/// The states of a recording and their transitions, as a value that can be tested on its own.
///
///     idle → recording → finishing → finished | failed
struct RecorderLifecycle: Equatable {
  enum State: String, Sendable {
    case idle, recording, finishing, finished, failed
  }

  private(set) var state = State.idle

  /// Begins recording; false if it has begun before.
  mutating func start() -> Bool {
    guard state == .idle else { return false }
    state = .recording
    return true
  }

  /// Stops capturing; true the first time, if there is a loop to end.
  mutating func beginFinishing() -> Bool {
    guard state == .recording else { return false }
    state = .finishing
    return true
  }

  /// Marks the output as complete or cancelled; true the first time.
  mutating func end(succeeded: Bool) -> Bool {
    guard state == .recording || state == .finishing else { return false }
    state = succeeded ? .finished : .failed
    return true
  }
}
