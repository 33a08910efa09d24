/// One line of a session file after the header.
public enum TraceRecord: Hashable, Sendable {
  /// What a finger did.
  case touch(TouchEvent)
  /// A line of a kind that this version does not know, as it stands in the file.
  ///
  /// Programs that read sessions skip it; programs that rewrite one keep it.
  case other(String)
}
