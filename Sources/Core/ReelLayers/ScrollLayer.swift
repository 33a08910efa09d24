import ReelGeometry

/// A scrollable window onto sublayers that need more space than its bounds.
///
///     let list = ScrollLayer(frame: Rect(x: 0, y: 0, width: 320, height: 480))
///     for row in rows { list.addSublayer(row) }
///     Transaction.animate(duration: 3) { list.offset.y = list.maximumOffset.y }
///
/// Sublayers are positioned in the content's coordinates. Only the visible ones are drawn.
public final class ScrollLayer: Layer {
  /// Creates an empty window.
  public override init() {
    super.init()
    masksToBounds = true
  }

  /// Creates an empty window with a frame in the superlayer.
  public override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  /// The point of the content at the top left of the window, which is the origin of `bounds`.
  public var offset: Point {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }

  /// The size of the content: from its origin to the farthest edges of sublayers.
  public var contentSize: Size {
    let edges = sublayers.map(\.frame)
    return Size(width: max(0, edges.map(\.maxX).max() ?? 0), height: max(0, edges.map(\.maxY).max() ?? 0))
  }

  /// The offset that shows the end of the content; 0 if the content is smaller than the window.
  public var maximumOffset: Point {
    let content = contentSize
    return Point(x: max(0, content.width - bounds.width), y: max(0, content.height - bounds.height))
  }

  /// Scrolls as little as necessary to show a rectangle of the content, or the beginning of one that does not fit.
  public func scroll(toVisible rect: Rect) {
    func nearest(_ offset: Double, _ extent: Double, _ start: Double, _ end: Double) -> Double {
      min(max(offset, end - extent), start)
    }
    offset = Point(
      x: nearest(offset.x, bounds.width, rect.minX, rect.maxX),
      y: nearest(offset.y, bounds.height, rect.minY, rect.maxY))
  }
}
