import ReelPlatform

/// An error that ends a run: one sentence for people, and an exit code for scripts.
///
/// Adopt it where the error is declared; what ends a command asks nothing else about it.
public protocol ReelError: LocalizedError, CustomStringConvertible, Sendable {
  /// The exit code of a command that ends with this error.
  var exitStatus: ExitStatus { get }
  /// The sentence that the command prints: the description, unless that lacks its subject.
  var report: String { get }
  /// Faults with a place in a file, a line each, which the command prints as compilers do; nil for an error that is one sentence.
  var faults: [String]? { get }
}

extension ReelError {
  /// The same line as `description`, for `localizedDescription`.
  public var errorDescription: String? { description }
  /// The description.
  public var report: String { description }
  /// None: the error is one sentence.
  public var faults: [String]? { nil }
}

/// How a command ended, as `sysexits.h` numbers it.
public enum ExitStatus: Int32, Hashable, Sendable {
  /// The arguments are wrong: `EX_USAGE`.
  case usage = 64
  /// An input is not what it should be: `EX_DATAERR`.
  case badInput = 65
  /// The input does not exist: `EX_NOINPUT`.
  case noInput = 66
  /// Something that is needed is not installed, or did not do its work: `EX_UNAVAILABLE`.
  case unavailable = 69
  /// An error in Reel or a library: `EX_SOFTWARE`.
  case software = 70
  /// The system refuses memory, threads, files: `EX_OSERR`.
  case system = 71
  /// The output can't be created: `EX_CANTCREAT`.
  case cannotCreate = 73
  /// Writing failed: `EX_IOERR`.
  case writing = 74
}
