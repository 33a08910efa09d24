import ReelVideo

/// The outcome of a clip of a suite.
public enum SuiteOutcome: Hashable, Sendable {
  /// It was made.
  case made
  /// It already existed and was up to date.
  case upToDate
  /// FFmpeg on this machine has no encoder for it.
  case unavailable(String)
  /// It could not be made.
  case failed(String)
}
