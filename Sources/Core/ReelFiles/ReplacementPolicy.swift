/// The files that an output may replace.
public enum ReplacementPolicy: Hashable, Sendable {
  /// Nothing: existing files stay.
  case never
  /// The named file, and files that Reel made; the default.
  case named
  /// Also files that Reel did not make.
  case always
}
