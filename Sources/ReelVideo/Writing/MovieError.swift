import ReelGeometry

/// Why a movie could not be written or read.
public enum MovieError: Error, Hashable, CustomStringConvertible {
  /// No H.264 encoder that can be used is in the FFmpeg that is loaded.
  case encoderMissing(wanted: String?, available: [String])
  /// The folder that the movie should go to is not there.
  case folderMissing(path: String)
  /// There is a folder where the movie should go.
  case isFolder(path: String)
  /// A file is there that must not be replaced.
  case alreadyExists(path: String)
  /// The unfinished file of another recording is there.
  ///
  /// `isInUse` tells whether a recording holds it open now; otherwise the recording has died, and the file plays up to
  /// where it got.
  case partialExists(path: String, isInUse: Bool)
  /// The file could not be made.
  case cannotCreate(path: String, reason: String)
  /// Writing failed on the way.
  ///
  /// `partialPath` is the file with what was recorded until then, or nil where nothing is kept.
  case writeFailed(path: String, bytesWritten: Int, reason: String, partialPath: String?)
  /// The encoder or the conversion of pixels failed on the way.
  case encodingFailed(reason: String, partialPath: String?)
  /// The movie ended before its first picture; nothing was kept.
  case noFrames(path: String)
  /// The writer has finished, failed or been cancelled, and takes no more.
  case writerClosed
  /// The file is no movie that can be read.
  case unreadable(path: String, reason: String)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .encoderMissing(let wanted, let available):
      let there = available.isEmpty ? "none" : available.joined(separator: ", ")
      let missing = wanted.map { "the encoder \($0) can't be used" } ?? "there is no H.264 encoder that can be used"
      return "\(missing): FFmpeg has \(there); install one with libx264 or libopenh264"
    case .folderMissing(let path):
      return "the folder \(path) is not there: make it first, or choose another"
    case .isFolder(let path):
      return "\(path) is a folder: name a file"
    case .alreadyExists(let path):
      return "\(path) is there already and must not be replaced: choose another name"
    case .partialExists(let path, true):
      return "\(path) is being written by another recording: wait for it, or choose another name"
    case .partialExists(let path, false):
      return "\(path) was left by a recording that did not finish, and plays up to where it got: "
        + "move it away or delete it, or choose another name"
    case .cannotCreate(let path, let reason):
      return "\(path) can't be created: \(reason)"
    case .writeFailed(let path, let bytes, let reason, let partial):
      return "\(path) can't be written after \(bytes) bytes: \(reason)" + Self.kept(partial)
    case .encodingFailed(let reason, let partial):
      return "the movie can't be encoded: \(reason)" + Self.kept(partial)
    case .noFrames(let path):
      return "\(path) was not made: the recording ended before its first picture"
    case .writerClosed:
      return "the movie is closed and takes no more pictures: make a new writer"
    case .unreadable(let path, let reason):
      return "\(path) can't be read as a movie: \(reason)"
    }
  }

  private static func kept(_ partial: String?) -> String {
    partial.map { "; what was recorded until then is in \($0)" } ?? ""
  }
}
