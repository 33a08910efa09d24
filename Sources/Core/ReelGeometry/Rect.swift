/// A rectangle whose sides are parallel to the axes.
public struct Rect: Hashable, Sendable {
  /// The corner with the smallest coordinates.
  public var origin: Point
  /// The extent; never negative in a rectangle made by this module.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// Creates a rectangle from its corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its corner and size, as four numbers.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// Creates a rectangle of a size around a centre.
  public init(center: Point, size: Size) {
    self.init(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
  }

  /// The smallest x.
  public var minX: Double { origin.x }
  /// The smallest y.
  public var minY: Double { origin.y }
  /// The largest x.
  public var maxX: Double { origin.x + size.width }
  /// The largest y.
  public var maxY: Double { origin.y + size.height }
  /// The extent along x.
  public var width: Double { size.width }
  /// The extent along y.
  public var height: Double { size.height }
  /// The point in the middle.
  public var center: Point { Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2) }
  /// Whether the rectangle encloses no area.
  public var isEmpty: Bool { !(size.width > 0 && size.height > 0) }

  /// Returns whether a point lies inside or on the left or top edge.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the rectangle with each side moved inwards; a negative distance moves it outwards.
  ///
  /// A rectangle smaller than the inset collapses to its centre.
  public func inset(by distance: Double) -> Rect {
    let size = Size(width: max(0, width - 2 * distance), height: max(0, height - 2 * distance))
    return Rect(center: center, size: size)
  }

  /// Returns the smallest rectangle that covers both; an empty rectangle adds nothing.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let x = min(minX, other.minX)
    let y = min(minY, other.minY)
    return Rect(x: x, y: y, width: max(maxX, other.maxX) - x, height: max(maxY, other.maxY) - y)
  }

  /// Returns whether the rectangles overlap; touching edges do not count.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Returns the overlap, or `Rect.zero` if there is none.
  public func intersection(_ other: Rect) -> Rect {
    // Also excludes NaN, which min and max would drop on one side.
    guard !isEmpty, !other.isEmpty, !minX.isNaN, !minY.isNaN, !other.minX.isNaN, !other.minY.isNaN else {
      return .zero
    }
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    let result = Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
    return result.isEmpty ? .zero : result
  }
}
