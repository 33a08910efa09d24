import ReelGeometry

/// What a zoom shows of a Koch snowflake through a window.
public struct KochView: Hashable, Sendable {
  /// The outline, as far as it may be seen: an open line for each stretch of the curve that comes by.
  public internal(set) var outline = Path()
  /// The inside, closed; beyond the window it is not that of the flake.
  public internal(set) var area = Path()
  /// The number of segments of the outline.
  public internal(set) var segmentCount = 0
  /// The number of segments, of all sizes, that were looked at to find them.
  public internal(set) var visitCount = 0

  /// Creates the view of nothing.
  init() {}
}
