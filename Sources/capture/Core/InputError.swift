import Reel

/// Why an input file cannot be used.
struct InputError: ReelError {
  var exitStatus: ExitStatus { isMissing ? .noInput : .badInput }

  var path: String
  var reason: String
  /// What to do; nil where the reason says it.
  var advice: String?
  /// Whether there is nothing that could be read.
  var isMissing = false

  /// One line: what failed, on what, why, what to do.
  var description: String { "cannot read \(path): \(reason)" + (advice.map { "; \($0)" } ?? "") }
}
