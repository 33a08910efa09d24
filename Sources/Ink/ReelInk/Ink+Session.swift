import ReelGeometry
import ReelTracing

extension Ink {
  /// The assumed time for the longer side of the canvas, and for the pauses between strokes, in milliseconds.
  private static let canvasMilliseconds = 1500.0
  private static let pauseMilliseconds = 300.0

  /// Returns the ink as a session on a canvas: fitted into it with a margin, centred, without distortion.
  ///
  /// Reel's own sessions are fitted too; `recorded` has the original. Time begins at 0 with the first point. If the file has no times,
  /// the pen moves at a constant speed that crosses the longer side of the canvas in 1.5 seconds, with 0.3 seconds between strokes.
  ///
  /// - Parameters:
  ///   - canvas: the size of the canvas.
  ///   - margin: the empty margin on every side; if it would leave nothing, half the canvas is used.
  public func session(canvas: Size, margin: Double) -> TraceSession {
    let fit = fitting(canvas: canvas, margin: margin)
    let paths = expected.map { $0.applying(fit) }
    var header = TraceSession.Header(canvas: canvas, expected: paths, name: name)
    if let recorded {
      // Distances and key points of a recording are scaled too.
      header.keyPoints = recorded.header.keyPoints.map(fit.apply)
      header.maxDistance = recorded.header.maxDistance * fit.a
      header.rule = recorded.header.rule
    }
    let speed = max(canvas.width, canvas.height) / Self.canvasMilliseconds
    let events = InkEvents(of: self, fit: fit, speed: speed, pause: Self.pauseMilliseconds)
    return TraceSession(header: header, events: events.inOrder)
  }

  /// The highest aspect ratio of a canvas that takes the ink's shape.
  private static let maxStretch = 2.0

  /// Returns a canvas with the ink's aspect ratio, at most 2:1, and square for a dot.
  ///
  /// The canvas includes a margin of a tenth of the shorter side around the ink.
  ///
  /// - Parameter shorterSide: the length of the shorter side.
  public func canvas(shorterSide: Double) -> Size {
    let box = bounds.rect
    let (short, long) = (min(box.width, box.height), max(box.width, box.height))
    guard long > 0 else { return Size(width: shorterSide, height: shorterSide) }
    let margin = shorterSide / 10
    let longerSide = (shorterSide - 2 * margin) * (long / short) + 2 * margin
    let side = min(longerSide.rounded(), Self.maxStretch * shorterSide)
    return box.width >= box.height
      ? Size(width: side, height: shorterSide) : Size(width: shorterSide, height: side)
  }

  /// The smallest rectangle around strokes and paths; for curves, it encloses their points, not their handles.
  private var bounds: Bounds {
    var bounds = Bounds()
    for stroke in strokes { for sample in stroke.points { bounds.add(sample.point) } }
    for path in expected {
      guard let hull = path.controlBounds else { continue }
      let extent = max(hull.width, hull.height)
      for line in path.flattened(tolerance: extent > 0 ? extent / 1000 : 1) { line.forEach { bounds.add($0) } }
    }
    return bounds
  }

  /// The transform that fits strokes and paths together into the canvas.
  private func fitting(canvas: Size, margin: Double) -> AffineTransform {
    let box = bounds.rect
    let middle = Point(x: canvas.width / 2, y: canvas.height / 2)
    func room(_ side: Double) -> Double { side - 2 * margin > 0 ? side - 2 * margin : side / 2 }
    let factors = [(room(canvas.width), box.width), (room(canvas.height), box.height)].filter { $0.1 > 0 }
    // A dot has no size to fit.
    let scale = factors.map { $0.0 / $0.1 }.min() ?? 1
    return AffineTransform.translation(x: -box.center.x, y: -box.center.y).followed(by: .scale(scale))
      .followed(by: .translation(x: middle.x, y: middle.y))
  }
}
