import ReelGeometry

/// A rectangle of whole pixels; empty if a side is 0 or less.
struct PixelRect: Hashable, Sendable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  /// All pixels of a bitmap.
  init(of size: PixelSize) { self.init(left: 0, top: 0, right: size.width, bottom: size.height) }

  init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  /// Converts a rectangle with edges between pixels; nil for other rectangles, and for distant ones.
  init?(_ rect: Rect) {
    let edges = [rect.minX, rect.minY, rect.maxX, rect.maxY]
    guard edges.allSatisfy({ abs($0) <= GraphicsContext.farthest && $0 == $0.rounded() }) else { return nil }
    self.init(
      left: Int(clamping: edges[0]), top: Int(clamping: edges[1]), right: Int(clamping: edges[2]),
      bottom: Int(clamping: edges[3]))
  }

  var isEmpty: Bool { left >= right || top >= bottom }
  var width: Int { right - left }
  var height: Int { bottom - top }

  func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
      bottom: min(bottom, other.bottom))
  }

  /// Returns the smallest rectangle around both, neither of which may be empty.
  func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  /// The pixels within a distance of a box, including the box itself; `reach` may be 0.
  init(around box: PointBox, reach: Double) {
    self.init(
      left: Int(clamping: (box.minX - reach).rounded(.down)), top: Int(clamping: (box.minY - reach).rounded(.down)),
      right: Int(clamping: (box.maxX + reach).rounded(.up)), bottom: Int(clamping: (box.maxY + reach).rounded(.up)))
  }
}

extension PixelRect: CoverageMask {
  var bounds: PixelRect { self }

  @inline(__always)
  func forEachCovered(in rect: PixelRect, _ body: (_ row: Int, _ column: Int, Coverage) -> Void) {
    for row in rect.top..<rect.bottom {
      for column in stride(from: rect.left & ~3, to: rect.right, by: 4) {
        body(row, column, Coverage.full.limited(to: rect.left, rect.right, at: column))
      }
    }
  }
}

/// The bounding box of points, in pixels.
struct PointBox {
  private(set) var minX = Double.infinity
  private(set) var minY = Double.infinity
  private(set) var maxX = -Double.infinity
  private(set) var maxY = -Double.infinity

  /// The bounding box of a path's transformed points; nil if the path has curves or no points, or a point that is not finite or exceeds
  /// Cairo's range.
  init?(ofLines path: Path, _ transform: AffineTransform) {
    for element in path.elements {
      switch element {
      case .move(let point), .line(let point):
        let pixel = transform.apply(point)
        // Also false for NaN.
        guard abs(pixel.x) <= GraphicsContext.farthest, abs(pixel.y) <= GraphicsContext.farthest else { return nil }
        minX = min(minX, pixel.x)
        maxX = max(maxX, pixel.x)
        minY = min(minY, pixel.y)
        maxY = max(maxY, pixel.y)
      case .curve: return nil
      case .close: break
      }
    }
    guard minX <= maxX else { return nil }
  }
}

extension Path {
  /// Passes on every straight line, in pixels; open subpaths stay open.
  @inline(__always)
  func forEachLine(_ transform: AffineTransform, _ body: (_ start: Point, _ end: Point) -> Void) {
    var (position, start) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let point):
        position = transform.apply(point)
        start = position
      case .line(let point):
        let end = transform.apply(point)
        body(position, end)
        position = end
      case .close:
        body(position, start)
        position = start
      case .curve: break
      }
    }
  }
}
