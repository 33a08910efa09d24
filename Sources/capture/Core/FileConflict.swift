import Reel

/// The reason why a program should not run on the given files.
enum FileConflict: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  var exitStatus: ExitStatus { if case .notAFile = self { .badInput } else { .usage } }

  /// An input is a pipe, a device or a socket, which may never answer; `kind` is its name with an article.
  case notAFile(path: String, kind: String)
  /// The path of the option `name` is empty.
  case noPath(name: String)
  /// The output `name` is the same file as `other`.
  case sameFile(path: String, name: String, other: String)

  /// One line: what is wrong, where, why, and what to do.
  var description: String {
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
