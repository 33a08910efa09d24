/// Why a recorder could not be used as asked.
public enum RecorderError: Error, Hashable, CustomStringConvertible {
  /// `start()` was called a second time.
  case alreadyStarted
  /// The film was asked for before `start()`.
  case notStarted

  /// One line that says what to do instead.
  public var description: String {
    switch self {
    case .alreadyStarted: "this recorder was started before: make a new Recorder for each film"
    case .notStarted: "this recorder was not started: call start() or record(for:) first"
    }
  }
}
