import ReelGeometry

/// An error in reading or making a file of a fixture.
///
/// Values outside their range throw `InvalidValue`, encoders `ClipError`, and files that cannot be written
/// `OutputError`.
public enum FixtureError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { if case .unreadable(let path, _) = self { .ofInput(path) } else { .badInput } }

  /// A manifest or suite is missing, damaged or something else.
  case unreadable(path: String, reason: String)
  /// The process ended while the fixture's files were being renamed; they may not belong together.
  case unfinished(path: String, clip: String)
  /// The clip could not be read back, so nothing is known about its frames.
  case unverified(path: String, reason: String)

  /// One line that says what failed, where, why, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason) where reason == .noSuchFile:
      "\(path): no such file; check its name".onOneLine()
    case .unreadable(let path, let reason): "\(path) can't be used: \(reason)".onOneLine()
    case .unfinished(let path, let clip):
      "\(path) can't be used: making \(clip) was interrupted, so its files may not belong together: make it again"
        .onOneLine()
    case .unverified(let path, let reason):
      "\(path) was written but can't be read back: \(reason): choose another codec, container or size".onOneLine()
    }
  }
}
