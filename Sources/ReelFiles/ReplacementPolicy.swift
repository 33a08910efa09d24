/// What an output may replace.
public enum ReplacementPolicy: Hashable, Sendable {
  /// Nothing: whatever exists stays.
  case never
  /// The file that was named, and files that Reel made; the default.
  case named
  /// Files that Reel did not make, too.
  case always
}
