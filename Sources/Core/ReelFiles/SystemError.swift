import ReelGeometry
import ReelPlatform

/// A failure reported by the operating system.
public struct SystemError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .system }

  /// The system's error number, such as `ENOSPC`.
  ///
  /// The corresponding C variable is `errno`.
  public var code: Int32
  /// The call that failed: `rename`.
  public var operation: String
  /// The file or folder passed to the call; nil if there was none, or an open descriptor.
  public var path: String?

  /// Creates an error from a number, the call that set it, and the call's file.
  public init(_ code: Int32, _ operation: String, path: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
  }

  /// The system's message for the number.
  ///
  /// The corresponding C function is `strerror`.
  public var message: String { String(cString: strerror(code)) }

  /// One line: the call that failed, the file, and the system's message.
  public var description: String { "\(operation)\(path.map { " of \($0)" } ?? "") failed: \(message)" }

  /// The message, with a remedy if there is one.
  package var reason: String {
    let advice: String? =
      switch code {
      case ENOSPC: "free some space or choose another disk"
      case EDQUOT: "free some of your space or choose another disk"
      case EACCES, EPERM, EROFS: "choose a folder that you may write to"
      case ENAMETOOLONG: "choose a shorter name"
      case EPIPE: "the reader closed it"
      default: nil
      }
    // "File too large" would suggest the disk, but this is a limit of the process or the file system.
    let words = code == EFBIG ? "the file size limit was reached (see ulimit -f)" : message
    return advice.map { "\(words): \($0)" } ?? words
  }
}
