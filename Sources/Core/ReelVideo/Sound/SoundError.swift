import ReelGeometry

/// A failure to mix sound.
public enum SoundError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus {
    switch self {
    case .missing: .noInput
    case .unreadable: .badInput
    case .tooMany: .usage
    }
  }

  /// The file does not exist, or may not be read.
  case missing(path: String, reason: String)
  /// The file has no sound that can be decoded.
  case unreadable(path: String, reason: String)
  /// More pieces overlap than can be mixed.
  case tooMany(count: Int)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .missing(let path, let reason) where reason == .noSuchFile: "\(path): no such file; check its name"
    case .missing(let path, let reason): "the sound \(path) can't be opened: \(reason)"
    case .unreadable(let path, let reason):
      "\(path) can't be read as sound: \(reason); name a file with sound, such as a WAV, MP3, Ogg or MP4"
    case .tooMany(let count):
      "\(count) sounds overlap, but at most \(SoundTrack.maxAtOnce) can be mixed: remove some"
    }
  }
}
