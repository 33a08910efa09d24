import ReelGeometry

/// What a zoom shows of a Koch snowflake through a window.
public struct KochView: Hashable, Sendable {
  /// The visible outline: an open line for each stretch of the curve in the window.
  public internal(set) var outline = Path()
  /// The inside as a closed path, which is that of the flake only within the window.
  public internal(set) var area = Path()
  /// The number of segments of the outline.
  public internal(set) var segmentCount = 0
  /// The number of segments of all sizes that were examined.
  public internal(set) var visitCount = 0

  /// Creates an empty view.
  init() {}
}
