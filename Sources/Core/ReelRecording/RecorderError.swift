import ReelGeometry

/// A misuse of a recorder.
public enum RecorderError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { .software }

  /// `start()` was called a second time.
  case alreadyStarted
  /// The film was asked for before `start()`.
  case notStarted
  /// `abandon()` ended the recording; the path is that of the kept file, or nil if nothing was kept.
  case abandoned(keptPath: String?)

  /// One line that says what to do instead.
  public var description: String {
    switch self {
    case .alreadyStarted: "this recorder has already been started: make a new Recorder for each film"
    case .abandoned(let kept):
      "the recording was abandoned" + (kept.map { "; the recording so far is in \($0)" } ?? "")
    case .notStarted: "this recorder has not been started: call start() or record(for:) first"
    }
  }
}
