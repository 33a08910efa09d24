import ReelGeometry

/// A drawing turtle: it goes forwards, turns on the spot, and leaves a line while its pen is down.
///
/// The turtle lives in a world where y grows upwards, as in Logo: it looks along the x axis at first, and positive turns
/// are anticlockwise. It draws nothing itself: `path` is the line it has left. To show it on a canvas, where y grows
/// downwards, apply `AffineTransform.scale(x: 1, y: -1)` and a shift to the path.
///
///     var turtle = Turtle()
///     for _ in 1...4 {
///       turtle.move(100)
///       turtle.turn(90)
///     }
///     // turtle.path is a square
public struct Turtle: Hashable, Sendable {
  /// Where the turtle stands; setting it carries the turtle there without a line.
  public var position: Point
  /// Where the turtle looks; not reduced to one turn.
  public var heading: Angle
  /// Whether moving leaves a line.
  public var isPenDown = true
  /// The line left so far.
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

  /// The place and the direction together.
  public var pose: Pose {
    get { Pose(position: position, heading: heading) }
    set {
      position = newValue.position
      heading = newValue.heading
    }
  }

  /// Goes forwards by a distance, in points; backwards if it is negative.
  public mutating func move(_ distance: Double) {
    let start = position
    position += heading.unitVector * distance
    guard isPenDown else { return }
    if path.currentPoint != start { path.move(to: start) }
    path.addLine(to: position)
  }

  /// Turns on the spot by so many degrees: to the left if they are positive, to the right if negative.
  public mutating func turn(_ degrees: Double) { heading.degrees += degrees }

  /// Takes the pen up: moving leaves no line until `penDown()`.
  public mutating func penUp() { isPenDown = false }

  /// Puts the pen down: moving leaves a line.
  public mutating func penDown() { isPenDown = true }

  /// Remembers position, heading and pen for the `pop()` that belongs to it.
  public mutating func push() { saved.append(State(pose: pose, isPenDown: isPenDown)) }

  /// Returns, without a line, to what the last `push()` remembered; there must have been one.
  public mutating func pop() {
    precondition(!saved.isEmpty, "a turtle's pop() without a push()")
    let state = saved.removeLast()
    pose = state.pose
    isPenDown = state.isPenDown
  }
}
