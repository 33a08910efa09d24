import FlyingSocks
import ReelGeometry
import ReelPlatform

/// Why a studio can't be opened.
public struct StudioError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { isMissing ? .noInput : .system }

  /// One sentence: what failed, on what, why, and what to do.
  public let description: String
  /// Whether a file that was named is not there or can't be read.
  public var isMissing: Bool

  /// Creates an error from a sentence.
  ///
  /// - Parameters:
  ///   - description: What failed, on what, why, and what to do.
  ///   - isMissing: Whether a file that was named is not there or can't be read.
  public init(_ description: String, isMissing: Bool = false) {
    self.description = description
    self.isMissing = isMissing
  }

  /// The port can't be had.
  static func port(_ port: UInt16, _ error: any Error) -> StudioError {
    guard case SocketError.failed(_, let number, let message) = error else {
      return StudioError("port \(port) can't be opened: \(error)")
    }
    return switch number {
    case EADDRINUSE: StudioError("port \(port) is in use by another program: end it, or choose another with --port")
    case EACCES: StudioError("port \(port) needs more rights than you have: choose one from 1024 on with --port")
    default: StudioError("port \(port) can't be opened: \(message)")
    }
  }
}
