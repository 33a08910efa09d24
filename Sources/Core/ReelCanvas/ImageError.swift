import ReelGeometry

/// The reason why a picture could not be read.
public struct ImageError: ReelError, Hashable {
  /// The exit code of a command that fails with this error.
  public var exitStatus: ExitStatus { .badInput }

  /// The file, or nil for a picture from bytes.
  public var path: String?
  /// The fault, with a remedy if there is one.
  public var reason: String

  /// Creates an error.
  public init(path: String? = nil, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// One line: what failed, where, and why.
  public var description: String {
    let name = path ?? "the picture"
    return (reason == .noSuchFile ? "\(name): no such file; check its name" : "\(name) can't be read: \(reason)")
      .onOneLine()
  }
}
