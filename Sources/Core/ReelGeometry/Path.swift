/// A sequence of lines and curves, open or closed, that can be filled, stroked or clipped to.
public struct Path: Hashable, Sendable {
  /// One step of a path.
  public enum Element: Hashable, Sendable {
    /// Begins a new subpath.
    case move(Point)
    /// A straight line from the current point.
    case line(Point)
    /// A cubic Bézier curve from the current point.
    case curve(control1: Point, control2: Point, end: Point)
    /// A straight line back to the start of the subpath.
    case close
  }

  /// The steps in drawing order.
  public private(set) var elements: [Element] = []

  /// The point where the next line or curve starts, or nil in an empty path.
  public private(set) var currentPoint: Point?

  private var subpathStart: Point?

  /// Creates an empty path.
  public init() {}

  /// Creates a path of straight lines through points.
  public init(points: some Sequence<Point>, closed: Bool = false) {
    for point in points {
      if elements.isEmpty { move(to: point) } else { addLine(to: point) }
    }
    if closed { close() }
  }

  /// Creates the outline of a rectangle.
  public init(rect: Rect) {
    self.init(
      points: [
        rect.origin, Point(x: rect.maxX, y: rect.minY), Point(x: rect.maxX, y: rect.maxY),
        Point(x: rect.minX, y: rect.maxY),
      ], closed: true)
  }

  /// Creates the outline of a rectangle with round corners.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - radius: The radius of the corners, limited to half the shorter side; 0, negative values and NaN give sharp corners.
  public init(roundedRect rect: Rect, radius: Double) {
    let radius = min(radius, rect.width / 2, rect.height / 2)
    guard radius > 0 else {
      self = Path(rect: rect)
      return
    }
    // The distance from a control point to the corner, as for the curves of `init(ellipseIn:)`.
    let rest = radius * (1 - Self.kappa)
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(x: left + radius, y: top))
    addLine(to: Point(x: right - radius, y: top))
    addCurve(
      to: Point(x: right, y: top + radius), control1: Point(x: right - rest, y: top),
      control2: Point(x: right, y: top + rest))
    addLine(to: Point(x: right, y: bottom - radius))
    addCurve(
      to: Point(x: right - radius, y: bottom), control1: Point(x: right, y: bottom - rest),
      control2: Point(x: right - rest, y: bottom))
    addLine(to: Point(x: left + radius, y: bottom))
    addCurve(
      to: Point(x: left, y: bottom - radius), control1: Point(x: left + rest, y: bottom),
      control2: Point(x: left, y: bottom - rest))
    addLine(to: Point(x: left, y: top + radius))
    addCurve(
      to: Point(x: left + radius, y: top), control1: Point(x: left, y: top + rest),
      control2: Point(x: left + rest, y: top))
    close()
  }

  /// The distance between a control point and the end of its quarter of the unit circle.
  private static let kappa = 0.552_284_749_830_793_6

  /// Creates the outline of an ellipse that touches the four sides of a rectangle.
  ///
  /// Consists of four cubic curves; with the control distance 0.5522847498 they deviate from the true circle by at most 0.02 % of the
  /// radius.
  public init(ellipseIn rect: Rect) {
    let kappa = Self.kappa
    let center = rect.center
    let (rx, ry) = (rect.width / 2, rect.height / 2)
    func at(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x * rx, y: center.y + y * ry) }
    move(to: at(1, 0))
    addCurve(to: at(0, 1), control1: at(1, kappa), control2: at(kappa, 1))
    addCurve(to: at(-1, 0), control1: at(-kappa, 1), control2: at(-1, kappa))
    addCurve(to: at(0, -1), control1: at(-1, -kappa), control2: at(-kappa, -1))
    addCurve(to: at(1, 0), control1: at(kappa, -1), control2: at(1, -kappa))
    close()
  }

  /// Creates the outline of a circle.
  public init(circleAround center: Point, radius: Double) {
    self.init(ellipseIn: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
  }

  /// Whether the path has no steps.
  public var isEmpty: Bool { elements.isEmpty }

  /// Reserves memory for a number of steps.
  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Begins a new subpath at a point.
  public mutating func move(to point: Point) {
    elements.append(.move(point))
    currentPoint = point
    subpathStart = point
  }

  /// Adds a straight line; in an empty path it begins a subpath instead.
  public mutating func addLine(to point: Point) {
    guard currentPoint != nil else { return move(to: point) }
    elements.append(.line(point))
    currentPoint = point
  }

  /// Adds a cubic Bézier curve; in an empty path the curve starts at its first control point.
  public mutating func addCurve(to end: Point, control1: Point, control2: Point) {
    if currentPoint == nil { move(to: control1) }
    elements.append(.curve(control1: control1, control2: control2, end: end))
    currentPoint = end
  }

  /// Adds a quadratic Bézier curve as the equivalent cubic one.
  public mutating func addQuadraticCurve(to end: Point, control: Point) {
    let start = currentPoint ?? control
    addCurve(
      to: end, control1: start.interpolated(to: control, fraction: 2.0 / 3),
      control2: end.interpolated(to: control, fraction: 2.0 / 3))
  }

  /// Closes the subpath with a straight line to its beginning.
  public mutating func close() {
    guard currentPoint != nil else { return }
    elements.append(.close)
    currentPoint = subpathStart
  }

  /// Appends the steps of another path.
  public mutating func append(_ other: Path) {
    elements.append(contentsOf: other.elements)
    currentPoint = other.currentPoint ?? currentPoint
    subpathStart = other.subpathStart ?? subpathStart
  }

  /// Returns the image of the path under a transform.
  public func applying(_ transform: AffineTransform) -> Path {
    var result = self
    result.elements = elements.map { element in
      switch element {
      case .move(let point): .move(transform.apply(point))
      case .line(let point): .line(transform.apply(point))
      case .curve(let control1, let control2, let end):
        .curve(
          control1: transform.apply(control1), control2: transform.apply(control2), end: transform.apply(end))
      case .close: .close
      }
    }
    result.currentPoint = currentPoint.map(transform.apply)
    result.subpathStart = subpathStart.map(transform.apply)
    return result
  }

  /// The smallest rectangle around all end points and control points, or nil in an empty path.
  ///
  /// A curve lies within the hull of its control points, so this rectangle may be larger than the curve, never smaller.
  public var controlBounds: Rect? {
    var box: (minX: Double, minY: Double, maxX: Double, maxY: Double)?
    func add(_ point: Point) {
      guard let old = box else {
        box = (point.x, point.y, point.x, point.y)
        return
      }
      box = (min(old.minX, point.x), min(old.minY, point.y), max(old.maxX, point.x), max(old.maxY, point.y))
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .curve(let control1, let control2, let end):
        add(control1)
        add(control2)
        add(end)
      case .close: break
      }
    }
    return box.map { Rect(x: $0.minX, y: $0.minY, width: $0.maxX - $0.minX, height: $0.maxY - $0.minY) }
  }
}
