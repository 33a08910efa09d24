import ReelGeometry

/// A window on sublayers that need more room than there is.
///
///     let list = ScrollLayer(frame: Rect(x: 0, y: 0, width: 320, height: 480))
///     for row in rows { list.addSublayer(row) }
///     Transaction.animate(duration: 3) { list.offset.y = list.maximumOffset.y }
///
/// Sublayers stand in the coordinates of the content. Only those in sight are drawn.
public final class ScrollLayer: Layer {
  /// Creates an empty window without extent.
  public override init() {
    super.init()
    masksToBounds = true
  }

  /// Creates an empty window at a rectangle of the superlayer.
  public override init(frame: Rect) {
    super.init(frame: frame)
    masksToBounds = true
  }

  /// The point of the content that stands at the top left of the window; it moves as the origin of `bounds` does.
  public var offset: Point {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }

  /// The size of the content: from its origin to the farthest edges of sublayers.
  public var contentSize: Size {
    let edges = sublayers.map(\.frame)
    return Size(width: max(0, edges.map(\.maxX).max() ?? 0), height: max(0, edges.map(\.maxY).max() ?? 0))
  }

  /// The offset at which the end of the content stands at the end of the window; 0 where the content is smaller.
  public var maximumOffset: Point {
    let content = contentSize
    return Point(x: max(0, content.width - bounds.width), y: max(0, content.height - bounds.height))
  }

  /// Scrolls as little as is needed to bring a rectangle of the content into sight; of one that is too large, the beginning.
  public func scroll(toVisible rect: Rect) {
    func nearest(_ offset: Double, _ extent: Double, _ start: Double, _ end: Double) -> Double {
      min(max(offset, end - extent), start)
    }
    offset = Point(
      x: nearest(offset.x, bounds.width, rect.minX, rect.maxX),
      y: nearest(offset.y, bounds.height, rect.minY, rect.maxY))
  }
}
