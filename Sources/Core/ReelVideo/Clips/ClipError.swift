import ReelGeometry

/// A failure to encode a clip.
///
/// Values outside their range throw `InvalidValue`; problems with the file and its folder throw `OutputError`.
public enum ClipError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus {
    switch self {
    case .encoderMissing: .unavailable
    // An unsupported encoder or container setting is a usage error.
    case .encoderRefused, .containerRefused: .usage
    case .encodingFailed: .software
    }
  }

  /// The loaded FFmpeg has no encoder with this name or for this codec.
  case encoderMissing(String)
  /// The encoder exists but does not support the configuration; the reason ends with a remedy.
  case encoderRefused(String, reason: String)
  /// The container cannot hold the encoder's output.
  case containerRefused(container: MediaContainer, encoder: String, reason: String)
  /// The encoder failed.
  case encodingFailed(encoder: String, reason: String)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .encoderMissing(let name):
      return "FFmpeg has no usable encoder for \(name): capture fixture --list-codecs lists the usable ones"
    case .encoderRefused(let name, let reason):
      return "the encoder \(name) can't be used: \(reason)"
    case .containerRefused(let container, let encoder, let reason):
      return "a .\(container.rawValue) file can't hold what \(encoder) writes: \(reason)"
    case .encodingFailed(let encoder, let reason):
      return "\(encoder) can't encode the clip: \(reason)"
    }
  }
}
