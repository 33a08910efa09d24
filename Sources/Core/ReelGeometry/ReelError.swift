import ReelPlatform

/// An error that ends a run, with a sentence for people and an exit code for scripts.
///
/// Adopt it where the error is declared; a command needs nothing else to report it.
public protocol ReelError: LocalizedError, CustomStringConvertible, Sendable {
  /// The exit code of a command that fails with this error.
  var exitStatus: ExitStatus { get }
  /// The sentence that the command prints: the description, or one that adds its subject.
  var report: String { get }
  /// Faults with positions in a file, one per line, printed as compilers do; nil for an error of one sentence.
  var faults: [String]? { get }
}

extension ReelError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
  /// The description.
  public var report: String { description }
  /// Nil: the error is one sentence.
  public var faults: [String]? { nil }
}

/// The exit codes of a command, as numbered by `sysexits.h`.
public enum ExitStatus: Int32, Hashable, Sendable {
  /// The arguments are wrong: `EX_USAGE`.
  case usage = 64
  /// An input is invalid: `EX_DATAERR`.
  case badInput = 65
  /// The input does not exist: `EX_NOINPUT`.
  case noInput = 66
  /// A requirement is not installed or did not work: `EX_UNAVAILABLE`.
  case unavailable = 69
  /// An error in Reel or a library: `EX_SOFTWARE`.
  case software = 70
  /// The system refuses memory, threads or files: `EX_OSERR`.
  case system = 71
  /// The output can't be created: `EX_CANTCREAT`.
  case cannotCreate = 73
  /// Writing failed: `EX_IOERR`.
  case writing = 74
}
