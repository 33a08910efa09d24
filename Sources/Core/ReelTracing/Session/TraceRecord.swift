/// One line of a session file after the header.
public enum TraceRecord: Hashable, Sendable {
  /// A touch event.
  case touch(TouchEvent)
  /// A line of a kind unknown to this version, as it is in the file.
  ///
  /// Programs that read sessions skip it, and programs that rewrite them keep it.
  case other(String)
}
