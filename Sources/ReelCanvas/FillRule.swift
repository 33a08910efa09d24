/// What counts as inside of a path that crosses itself.
public enum FillRule: Hashable, Sendable, CaseIterable {
  /// Inside is what the path winds around; a star is full.
  case nonZero
  /// Inside is what an odd number of edges surrounds; a star has a hole.
  case evenOdd
}
