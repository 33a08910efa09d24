import ReelGeometry

/// A drawing turtle: it moves forwards, turns on the spot, and draws a line while its pen is down.
///
/// The turtle lives in a world where y grows upwards, as in Logo: it first faces along the x axis, and positive turns are anticlockwise.
/// It draws nothing itself: `path` is its line. To show the path on a canvas, where y grows downwards, apply `AffineTransform.scale(x: 1,
/// y: -1)` and a translation.
///
///     var turtle = Turtle()
///     for _ in 1...4 {
///       turtle.move(100)
///       turtle.turn(90)
///     }
///     // turtle.path is a square
public struct Turtle: Hashable, Sendable {
  /// The position; setting it moves the turtle without drawing a line.
  public var position: Point
  /// The heading, not reduced to one turn.
  public var heading: Angle
  /// Whether moving draws a line.
  public var isPenDown = true
  /// The line drawn so far.
  public private(set) var path = Path()

  private var saved: [State] = []

  private struct State: Hashable {
    var pose: Pose
    var isPenDown: Bool
  }

  /// Creates a turtle with its pen down.
  public init(at position: Point = .zero, heading: Angle = .zero) {
    self.position = position
    self.heading = heading
  }

  /// The position and heading.
  public var pose: Pose {
    get { Pose(position: position, heading: heading) }
    set {
      position = newValue.position
      heading = newValue.heading
    }
  }

  /// Moves forwards by a distance in points, or backwards if it is negative.
  public mutating func move(_ distance: Double) {
    let start = position
    position += heading.unitVector * distance
    guard isPenDown else { return }
    if path.currentPoint != start { path.move(to: start) }
    path.addLine(to: position)
  }

  /// Turns on the spot by an angle in degrees, to the left if positive, to the right if negative.
  public mutating func turn(_ degrees: Double) { heading.degrees += degrees }

  /// Lifts the pen: moving draws no line until `penDown()`.
  public mutating func penUp() { isPenDown = false }

  /// Lowers the pen: moving draws a line.
  public mutating func penDown() { isPenDown = true }

  /// Saves the position, heading and pen for the matching `pop()`.
  public mutating func push() { saved.append(State(pose: pose, isPenDown: isPenDown)) }

  /// Restores the state of the last `push()` without drawing a line; there must have been one.
  public mutating func pop() {
    precondition(!saved.isEmpty, "a turtle's pop() without a push()")
    let state = saved.removeLast()
    pose = state.pose
    isPenDown = state.isPenDown
  }
}
