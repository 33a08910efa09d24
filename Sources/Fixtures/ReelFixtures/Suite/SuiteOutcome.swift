import ReelVideo

/// The outcome of a clip of a suite.
public enum SuiteOutcome: Hashable, Sendable {
  /// It was made.
  case made
  /// It was there already, as it would have been made.
  case upToDate
  /// This machine's FFmpeg has no encoder for it.
  case unavailable(String)
  /// It could not be made.
  case failed(String)
}
