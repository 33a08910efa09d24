/// Why something could not be put where it was wanted: a movie, a picture, or a folder of pictures.
///
/// All but `writeFailed` and a late `alreadyExists` are thrown before any work is done.
public enum OutputError: Error, Hashable, CustomStringConvertible {
  /// The folder of the output is not there.
  case folderMissing(path: String)
  /// There is a folder, or the name of one, where a file should go.
  case isFolder(path: String)
  /// A pipe, a device or a socket is where a file should go; `kind` is its name with the article.
  case isNoFile(path: String, kind: String)
  /// Something is there that must not be replaced.
  ///
  /// `keptPath` holds what was recorded when the other came while it was, and is nil when nothing was recorded.
  case alreadyExists(path: String, keptPath: String? = nil)
  /// A file has a name of the output, and Reel did not make it, or it was changed or write-protected since; so do
  /// `otherCount` more.
  ///
  /// `keptPath` is as in `alreadyExists`.
  case foreign(path: String, otherCount: Int = 0, keptPath: String? = nil)
  /// The file that is there is protected against writing.
  case writeProtected(path: String)
  /// The name ends in `.partial.` and one more word, as those of growing films do.
  case namedAsPartial(path: String)
  /// Another recording is writing there now.
  case inUse(path: String)
  /// The unfinished output of a recording that has died is there, and holds what it recorded.
  case leftover(path: String)
  /// The file or folder could not be made; the reason ends with what to do.
  case cannotCreate(path: String, reason: String)
  /// Writing failed on the way; the reason says what to do, where that is known.
  ///
  /// `keptPath` is the file or folder with what was recorded until then, or nil where nothing is kept. `freeBytes` is the
  /// room that was left on its disk, or nil where there is none to be asked, as behind a pipe.
  case writeFailed(
    path: String, bytesWritten: Int, reason: String, keptPath: String? = nil, freeBytes: Int? = nil)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .folderMissing(let path):
      "the folder \(path) is not there: make it first, or choose another"
    case .isFolder(let path):
      "\(path) is a folder: name a file"
    case .isNoFile(let path, let kind):
      "\(path) is \(kind), not a file: name a file, or use -o - and send standard output there"
    case .alreadyExists(let path, nil):
      "\(path) is there already and must not be replaced: choose another name"
    case .alreadyExists(let path, let kept?):
      "\(path) is there now and must not be replaced: what was recorded is whole and in \(kept)"
    case .foreign(let path, 0, let kept):
      "\(path) is in the way, and Reel did not make it, or it was changed or write-protected since: "
        + Self.keptWords(kept) + "choose another folder or name, or give --force to replace or remove it"
    case .foreign(let path, let count, let kept):
      "\(path) and \(count) other \(count == 1 ? "file" : "files") are in the way, and Reel did not make them, or they were "
        + "changed or write-protected since: " + Self.keptWords(kept)
        + "choose another folder or name, or give --force to replace or remove them"
    case .writeProtected(let path):
      "\(path) is protected against writing: make it writable, choose another name, or give --force to replace it"
    case .namedAsPartial(let path):
      "\(path) has the name of a film in the making, which ends in .partial and the format: choose another name"
    case .inUse(let path):
      "\(path) is being written by another recording: wait for it, or choose another name"
    case .leftover(let path):
      "\(path) was left by a recording that did not finish, and holds what it recorded: "
        + "finish it with capture recover \(Self.shellWord(path)), delete it, or choose another name"
    case .cannotCreate(let path, let reason):
      "\(path) can't be created: \(reason)"
    case .writeFailed(let path, let bytes, let reason, let kept, let free):
      "\(path) can't be written after \(bytes) bytes\(free.map { ", with \($0) bytes free" } ?? ""): \(reason)"
        + (kept.map { "; what was recorded until then is in \($0)" } ?? "")
    }
  }

  private static func keptWords(_ kept: String?) -> String {
    kept.map { "what was recorded is whole and in \($0); " } ?? ""
  }

  /// Returns a path as a person can type it behind a command.
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

  /// Returns the error with the path of what was recorded.
  package func keeping(_ kept: String?) -> OutputError {
    switch self {
    case .alreadyExists(let path, _): .alreadyExists(path: path, keptPath: kept)
    case .foreign(let path, let count, _): .foreign(path: path, otherCount: count, keptPath: kept)
    case .writeFailed(let path, let bytes, let reason, _, let free):
      .writeFailed(path: path, bytesWritten: bytes, reason: reason, keptPath: kept, freeBytes: free)
    default: self
    }
  }
}
