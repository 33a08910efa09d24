import ReelGeometry

/// A program's turtle with its pen.
struct LogoPen: ~Copyable {
  private var finished = LogoPicture()
  /// The points of the current line.
  private var line: [Point] = []
  private var lineInk = LogoPicture.Ink.standard
  private var lineWidth = 1.0
  private(set) var position = Point.zero
  /// The heading, clockwise from straight up, from 0 up to 360.
  private(set) var heading = 0.0
  var isDown = true
  private(set) var ink = LogoPicture.Ink.standard
  private(set) var width = 1.0
  /// The number of lines.
  private(set) var lineCount = 0

  /// The maximum distance of the turtle.
  static let farthest = 1e9

  mutating func turn(_ degrees: Double) { look(heading + degrees) }

  mutating func look(_ degrees: Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    heading = turned < 0 ? turned + 360 : turned
  }

  /// Returns the point at a distance in a direction.
  private func point(_ distance: Double, _ degrees: Double) -> Point {
    position + Angle(degrees: 90 - degrees).unitVector * distance
  }

  mutating func forward(_ distance: Double) -> Bool { go(to: point(distance, heading)) }

  /// Moves to a point; returns false if it is too far away.
  mutating func go(to point: Point) -> Bool {
    guard abs(point.x) <= Self.farthest, abs(point.y) <= Self.farthest else { return false }
    if isDown, point != position { draw([position, point]) }
    position = point
    return true
  }

  /// Draws an arc around the turtle, which does not move; returns false if it is too large.
  mutating func arc(_ degrees: Double, radius: Double) -> Bool {
    guard abs(radius) <= Self.farthest, abs(degrees) <= 360_000 else { return false }
    guard isDown, degrees != 0, radius != 0 else { return true }
    let count = max(1, Int(clamping: (abs(degrees) / 3).rounded(.up)))
    draw((0...count).map { point(radius, heading + degrees * Double($0) / Double(count)) })
    return true
  }

  mutating func set(ink: LogoPicture.Ink, at offset: Int) {
    self.ink = ink
    if case .name(let name) = ink, finished.named[name] == nil { finished.named[name] = offset }
  }

  mutating func set(width: Double) { self.width = width }

  /// The drawing so far.
  var picture: LogoPicture {
    var picture = finished
    if let stroke { picture.strokes.append(stroke) }
    return picture
  }

  /// Erases the drawing.
  mutating func clean() {
    finished.strokes = []
    line = []
  }

  /// Returns the turtle to its start without drawing a line.
  mutating func reset() { (position, heading) = (.zero, 0) }

  private mutating func draw(_ points: [Point]) {
    lineCount += points.count - 1
    if line.last != points.first || lineInk != ink || lineWidth != width {
      if let stroke { finished.strokes.append(stroke) }
      (lineInk, lineWidth) = (ink, width)
      line = points
    } else {
      line.append(contentsOf: points.dropFirst())
    }
  }

  /// The current line; nil if there is none.
  private var stroke: LogoPicture.Stroke? {
    line.isEmpty ? nil : .init(points: line, ink: lineInk, width: lineWidth)
  }
}
