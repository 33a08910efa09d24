import Reel

/// An input file that cannot be used.
struct InputError: ReelError {
  var exitStatus: ExitStatus { isMissing ? .noInput : .badInput }

  var path: String
  var reason: String
  /// The advice to the user; nil if the reason implies it.
  var advice: String?
  /// Whether the file is missing or cannot be read at all.
  var isMissing = false

  /// One line: the failure, the file, the reason and the advice.
  var description: String { "cannot read \(path): \(reason)" + (advice.map { "; \($0)" } ?? "") }
}
