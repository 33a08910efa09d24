import ReelGeometry

/// Why something that belongs to a fixture could not be read or made.
///
/// Values outside their range are `InvalidValue`, encoders `ClipError`, files that can't be written `OutputError`.
public enum FixtureError: Error, Hashable, CustomStringConvertible {
  /// A manifest or suite is missing, damaged, or something else.
  case unreadable(path: String, reason: String)
  /// The files of a fixture were being given their names when the process ended; what is there may not belong together.
  case unfinished(path: String, clip: String)
  /// What was written could not be read back, so that nothing can be said about its frames.
  case unverified(path: String, reason: String)

  /// One line: what failed, on what, why, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) can't be used: \(reason)".onOneLine()
    case .unfinished(let path, let clip):
      "\(path) can't be used: the making of \(clip) was interrupted, so the files of the fixture may not belong together: make it again"
        .onOneLine()
    case .unverified(let path, let reason):
      "\(path) was written but can't be read back: \(reason): choose another codec, container or size".onOneLine()
    }
  }
}
