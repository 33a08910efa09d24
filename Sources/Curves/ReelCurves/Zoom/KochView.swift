import ReelGeometry

/// The view of a zoom into a Koch snowflake through a window.
public struct KochView: Hashable, Sendable {
  /// The visible outline: an open line for each stretch of the curve in the window.
  public internal(set) var outline = Path()
  /// The inside as a closed path, which equals the flake's inside only within the window.
  public internal(set) var area = Path()
  /// The number of segments of the outline.
  public internal(set) var segmentCount = 0
  /// The number of segments of all sizes examined.
  public internal(set) var visitCount = 0

  /// Creates an empty view.
  init() {}
}
