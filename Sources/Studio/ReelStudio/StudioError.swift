import FlyingSocks
import ReelGeometry
import ReelPlatform

/// A studio that can't be opened.
public struct StudioError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { isMissing ? .noInput : .system }

  /// One sentence: the failure, its object, the reason and the advice.
  public let description: String
  /// Whether a named file is missing or can't be read.
  public var isMissing: Bool

  /// Creates an error from a sentence.
  ///
  /// - Parameters:
  ///   - description: the failure, its object, the reason and the advice.
  ///   - isMissing: whether a named file is missing or can't be read.
  public init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }

  /// The error for a port that can't be used.
  static func port(_ port: UInt16, _ error: any Error) -> StudioError {
    guard case SocketError.failed(_, let number, let message) = error else {
      return StudioError("port \(port) can't be opened: \(error)")
    }
    return switch number {
    case EADDRINUSE: StudioError("port \(port) is in use by another program: end it, or choose another with --port")
    case EACCES: StudioError("port \(port) requires more privileges: choose one from 1024 up with --port")
    default: StudioError("port \(port) can't be opened: \(message)")
    }
  }
}
