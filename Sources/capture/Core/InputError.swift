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
  /// Whether the file was read, and what it describes is wrong.
  var isReadable = false

  /// One line: the failure, the file, the reason and the advice.
  var description: String {
    let fault = reason == .noSuchFile ? "no such file" : reason
    // A missing file reads the same in every command.
    let subject = isReadable || fault.hasPrefix("no such ") ? path : "cannot read \(path)"
    return "\(subject): \(fault)" + (advice.map { "; \($0)" } ?? "")
  }
}
