/// Why pictures could not be put where they were wanted.
public enum OutputError: Error, Hashable, CustomStringConvertible {
  /// There is no way to create the file or folder.
  case cannotCreate(path: String, reason: String)
  /// Something is there and may not be replaced.
  case exists(path: String)
  /// A file could be created but not written to its end.
  case writeFailed(path: String, bytesWritten: Int, reason: String)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let reason): "cannot write to \(path): \(reason)"
    case .exists(let path): "\(path) exists and was not to be replaced: choose another name"
    case .writeFailed(let path, let bytes, let reason):
      "writing \(path) failed after \(bytes) bytes: \(reason); free some space or choose another disk"
    }
  }
}
