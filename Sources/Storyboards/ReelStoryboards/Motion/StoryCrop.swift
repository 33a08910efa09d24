import ReelGeometry
import ReelLayers

/// The cropped part at each side of a scene or overlay, as fractions of width and height from 0 to 1.
public struct StoryCrop: Hashable, Sendable {
  /// The part cropped at the left.
  public var left = 0.0
  /// The part cropped at the top.
  public var top = 0.0
  /// The part cropped at the right.
  public var right = 0.0
  /// The part cropped at the bottom.
  public var bottom = 0.0

  /// Creates a crop of nothing.
  public init() {}

  /// The part that is left of an area with its corner at the origin.
  func rect(in size: Size) -> Rect {
    Rect(
      x: left * size.width, y: top * size.height, width: (1 - left - right) * size.width,
      height: (1 - top - bottom) * size.height)
  }
}

extension StoryCrop: Interpolatable {
  /// Returns the crop between this one and another, from nothing to everything even if an easing overshoots.
  public func interpolated(to other: StoryCrop, fraction: Double) -> StoryCrop {
    func between(_ side: KeyPath<StoryCrop, Double>) -> Double {
      min(max(0, self[keyPath: side].interpolated(to: other[keyPath: side], fraction: fraction)), 1)
    }
    var crop = StoryCrop()
    (crop.left, crop.top, crop.right, crop.bottom) = (
      between(\.left), between(\.top), between(\.right), between(\.bottom)
    )
    return crop
  }
}
