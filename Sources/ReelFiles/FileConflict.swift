/// Why a program should not run on the files that it was given.
public enum FileConflict: Error, Hashable, CustomStringConvertible {
  /// An input is a pipe, a device or a socket, which may never answer; `kind` is its name with the article.
  case notAFile(path: String, kind: String)
  /// The path of what the user calls `name` is empty.
  case noPath(name: String)
  /// An output, which the user calls `name`, is also what the user calls `other`.
  case sameFile(path: String, name: String, other: String)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .notAFile(let path, let kind): "cannot read \(path): it is \(kind); name a file"
    case .noPath(let name): "\(name) has an empty path: name a file or folder"
    case .sameFile(let path, let name, let other) where name == other:
      "\(name) names \(path == "-" ? "standard output" : path) twice: name it once"
    case .sameFile(let path, let name, let other):
      "\(other) and \(name) are both the file \(path): name another one for \(name)"
    }
  }
}
