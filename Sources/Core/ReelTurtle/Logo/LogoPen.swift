import ReelGeometry

/// The turtle of a program with its pen.
struct LogoPen: ~Copyable {
  private var finished = LogoPicture()
  /// The points of the line that goes on.
  private var line: [Point] = []
  private var lineInk = LogoPicture.Ink.standard
  private var lineWidth = 1.0
  private(set) var position = Point.zero
  /// Clockwise from straight up, from 0 up to 360.
  private(set) var heading = 0.0
  var isDown = true
  private(set) var ink = LogoPicture.Ink.standard
  private(set) var width = 1.0
  /// The number of lines.
  private(set) var lineCount = 0

  /// The farthest that the turtle may go.
  static let farthest = 1e9

  mutating func turn(_ degrees: Double) { look(heading + degrees) }

  mutating func look(_ degrees: Double) {
    let turned = degrees.truncatingRemainder(dividingBy: 360)
    heading = turned < 0 ? turned + 360 : turned
  }

  /// The point at a distance in a direction.
  private func point(_ distance: Double, _ degrees: Double) -> Point {
    position + Angle(degrees: 90 - degrees).unitVector * distance
  }

  mutating func forward(_ distance: Double) -> Bool { go(to: point(distance, heading)) }

  /// Moves to a point; false if it is too far away.
  mutating func go(to point: Point) -> Bool {
    guard abs(point.x) <= Self.farthest, abs(point.y) <= Self.farthest else { return false }
    if isDown, point != position { draw([position, point]) }
    position = point
    return true
  }

  /// Draws an arc around the turtle, which does not move; false if it is too large.
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

  /// What was drawn.
  var picture: LogoPicture {
    var picture = finished
    if let stroke { picture.strokes.append(stroke) }
    return picture
  }

  /// Forgets what was drawn.
  mutating func clean() {
    finished.strokes = []
    line = []
  }

  /// Returns the turtle to its start without a line.
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

  /// The line that goes on; nil without one.
  private var stroke: LogoPicture.Stroke? {
    line.isEmpty ? nil : .init(points: line, ink: lineInk, width: lineWidth)
  }
}
