/// Why a recorder could not be used as asked.
public enum RecorderError: Error, Hashable, CustomStringConvertible {
  /// `start()` was called a second time.
  case alreadyStarted
  /// The film was asked for before `start()`.
  case notStarted
  /// The recording was ended by `abandon()`; the path is that of what was kept, or nil where nothing was.
  case abandoned(keptPath: String?)

  /// One line that says what to do instead.
  public var description: String {
    switch self {
    case .alreadyStarted: "this recorder was started before: make a new Recorder for each film"
    case .abandoned(let kept):
      "the recording was abandoned" + (kept.map { "; what was recorded until then is in \($0)" } ?? "")
    case .notStarted: "this recorder was not started: call start() or record(for:) first"
    }
  }
}
