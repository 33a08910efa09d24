import ReelGeometry

/// The reason why a movie, a picture or a folder of pictures could not be written.
///
/// All except `writeFailed`, `tooLarge` and a late `alreadyExists` are thrown before any work is done.
public enum OutputError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { if case .writeFailed = self { .writing } else { .cannotCreate } }

  /// The folder of the output does not exist.
  case folderMissing(path: String)
  /// A file's path names a folder, or ends in a slash.
  case isFolder(path: String)
  /// A file's path names a pipe, a device or a socket; `kind` is its name with an article.
  case isNoFile(path: String, kind: String)
  /// The file exists and must not be replaced.
  ///
  /// `keptPath` holds the recording if the file appeared while the recording was made, and is nil if nothing was recorded.
  case alreadyExists(path: String, keptPath: String? = nil)
  /// A file with one of the output's names was not made by Reel, or was changed or write-protected since; `otherCount` is the number of
  /// further such files.
  ///
  /// `keptPath` is as in `alreadyExists`.
  case foreign(path: String, otherCount: Int = 0, keptPath: String? = nil)
  /// The existing file is write-protected.
  case writeProtected(path: String)
  /// The name ends in `.partial.` and an extension, like a film in progress.
  case namedAsPartial(path: String)
  /// Another recording is writing to this path.
  case inUse(path: String)
  /// A recording's process died and left its unfinished output, which holds what was recorded.
  case leftover(path: String)
  /// The file or folder could not be created; the reason ends with a remedy.
  case cannotCreate(path: String, reason: String)
  /// Writing failed; the reason includes a remedy if one is known.
  ///
  /// `keptPath` is the file or folder that holds the recording so far, or nil if nothing is kept. `freeBytes` is the free space on its
  /// disk, or nil if there is no disk, as for a pipe.
  case writeFailed(
    path: String, bytesWritten: Int, reason: String, keptPath: String? = nil, freeBytes: Int? = nil)

  /// The complete file is larger than allowed, and the previous file stays.
  ///
  /// `keptPath` holds a live recording, which cannot be repeated; it is nil for any other film.
  case tooLarge(path: String, byteCount: Int, limit: Int, keptPath: String? = nil)

  /// One line: what is wrong, where, why, and what to do.
  public var description: String {
    switch self {
    case .folderMissing(let path):
      "the folder \(path) does not exist: create it first, or choose another"
    case .isFolder(let path):
      "\(path) is a folder: name a file"
    case .isNoFile(let path, let kind):
      "\(path) is \(kind), not a file: name a file, or use -o - and redirect standard output"
    case .alreadyExists(let path, nil):
      "\(path) already exists and must not be replaced: choose another name"
    case .alreadyExists(let path, let kept?):
      "\(path) was created meanwhile and must not be replaced: the recording is complete and in \(kept)"
    case .foreign(let path, 0, let kept):
      "\(path) is in the way: Reel did not make it, or it was changed or write-protected afterwards; "
        + Self.keptWords(kept) + "choose another folder or name, or give --force to replace or remove it"
    case .foreign(let path, let count, let kept):
      "\(path) and \(count) other \(count == 1 ? "file" : "files") are in the way: Reel did not make them, or they were "
        + "changed or write-protected afterwards; " + Self.keptWords(kept)
        + "choose another folder or name, or give --force to replace or remove them"
    case .writeProtected(let path):
      "\(path) is write-protected: make it writable, choose another name, or give --force to replace it"
    case .namedAsPartial(let path):
      "\(path) ends in .partial and a format, as only unfinished films do: choose another name"
    case .inUse(let path):
      "\(path) is being written by another recording: wait for it, or choose another name"
    case .leftover(let path):
      "\(path) was left by a recording that did not finish, and holds what it recorded: "
        + "finish it with capture recover \(Self.shellWord(path)), delete it, or choose another name"
    case .cannotCreate(let path, let reason):
      "\(path) can't be created: \(reason)"
    case .writeFailed(let path, let bytes, let reason, let kept, let free):
      "writing \(path) failed after \(bytes) bytes\(free.map { ", with \(Self.size($0)) free" } ?? ""): \(reason)"
        + (kept.map { "; the recording so far is in \($0)" } ?? "")
    case .tooLarge(let path, let bytes, let limit, let kept):
      "\(path) would have at least \(bytes) bytes, but only \(limit) are allowed: choose a smaller size, a lower frame rate, a "
        + "shorter film or a higher limit" + (kept.map { "; the recording is complete and in \($0)" } ?? "")
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }

  private static func keptWords(_ kept: String?) -> String {
    kept.map { "the recording is complete and in \($0); " } ?? ""
  }

  /// Returns a path quoted for a shell.
  private static func shellWord(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), 128...:
        true
      default: "/._-+,:@%".utf8.contains(byte)
      }
    }
    let word = path.hasPrefix("-") ? "./" + path : path
    return isPlain
      ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  /// Returns the error with the path of the kept recording.
  package func keeping(_ kept: String?) -> OutputError {
    switch self {
    case .alreadyExists(let path, _): .alreadyExists(path: path, keptPath: kept)
    case .foreign(let path, let count, _): .foreign(path: path, otherCount: count, keptPath: kept)
    case .writeFailed(let path, let bytes, let reason, _, let free):
      .writeFailed(path: path, bytesWritten: bytes, reason: reason, keptPath: kept, freeBytes: free)
    case .tooLarge(let path, let bytes, let limit, _):
      .tooLarge(path: path, byteCount: bytes, limit: limit, keptPath: kept)
    default: self
    }
  }
}
