import ReelGeometry
import ReelTracing

/// The touch events of strokes on a canvas: a finger touches down at a stroke's first point, moves through the others and lifts at the last.
struct InkEvents {
  /// The events in order of time; those of fingers at the same time follow one another.
  private(set) var inOrder: [TouchEvent] = []
  /// The number of comparisons that sorting took; none for a single pen.
  private(set) var comparisons = 0

  private var isInOrder = true

  /// Lays out strokes on a canvas.
  ///
  /// - Parameters:
  ///   - ink: the ink with the strokes.
  ///   - fit: the transform from the ink's coordinates to the canvas.
  ///   - speed: the speed of the pen if the ink has no times, in points of the canvas per millisecond.
  ///   - pause: the time that such a pen is up between two strokes, in milliseconds.
  init(of ink: Ink, fit: AffineTransform, speed: Double, pause: Double) {
    inOrder.reserveCapacity(ink.pointCount + ink.strokes.count)
    if ink.hasTime {
      addRecorded(ink.strokes, fit: fit)
    } else {
      addTimed(ink.strokes, fit: fit, speed: speed, pause: pause)
    }
    if !isInOrder { sort() }
  }

  private mutating func addRecorded(_ strokes: [Ink.Stroke], fit: AffineTransform) {
    var start = Double.infinity
    for stroke in strokes { for sample in stroke.points { start = min(start, sample.milliseconds ?? start) } }
    for stroke in strokes {
      for (index, sample) in stroke.points.enumerated() {
        add(
          TouchEvent(
            milliseconds: (sample.milliseconds ?? start) - start, phase: index == 0 ? .began : .moved,
            point: fit.apply(sample.point), touch: stroke.touch))
      }
      lift(stroke)
    }
  }

  /// Gives each point the time at which a pen of constant speed reaches it.
  private mutating func addTimed(_ strokes: [Ink.Stroke], fit: AffineTransform, speed: Double, pause: Double) {
    var time = 0.0
    for stroke in strokes {
      var last: Point?
      for sample in stroke.points {
        let point = fit.apply(sample.point)
        if let last, speed > 0 { time += point.distance(to: last) / speed }
        add(TouchEvent(milliseconds: time, phase: last == nil ? .began : .moved, point: point))
        last = point
      }
      lift(stroke)
      time += pause
    }
  }

  private mutating func add(_ event: TouchEvent) {
    if let last = inOrder.last, event.milliseconds < last.milliseconds { isInOrder = false }
    inOrder.append(event)
  }

  private mutating func lift(_ stroke: Ink.Stroke) {
    guard !stroke.points.isEmpty, var last = inOrder.last else { return }
    last.phase = .ended
    inOrder.append(last)
  }

  /// Sorts events of several fingers by time; the sort is stable.
  private mutating func sort() {
    var count = 0
    inOrder = inOrder.enumerated().sorted {
      count += 1
      return ($0.element.milliseconds, $0.offset) < ($1.element.milliseconds, $1.offset)
    }.map(\.element)
    comparisons = count
  }
}
