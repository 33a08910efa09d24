/// The rule for the inside of a path that crosses itself.
public enum FillRule: Hashable, Sendable, CaseIterable {
  /// The points that the path winds around are inside; a star is filled.
  case nonZero
  /// The points surrounded by an odd number of edges are inside; a star has a hole.
  case evenOdd
}
