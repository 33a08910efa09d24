/// One line of a session file behind the header.
public enum TraceRecord: Hashable, Sendable {
  /// What a finger did.
  case touch(TouchEvent)
  /// A line of a kind that this version does not know, as it stands in the file.
  ///
  /// Programs that read sessions step over it; programs that write one anew write it again.
  case other(String)
}
