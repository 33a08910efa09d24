import ReelGeometry

/// The segment of a snowflake's outline, at any level, that contains a given point of the limit curve.
///
/// Its numbers do not grow with the level: headings are sixths of a turn, and the position within the segment is an exact fraction. So
/// level 1000 is as exact as level 3.
struct KochSegment {
  /// The heading of the segment, in units of 60° anticlockwise from the x axis, 0 to 5; y grows upwards.
  private(set) var heading: Int
  /// The turns, in the same units, at the beginning and at the end of the segment.
  private(set) var turnBefore = 4
  private(set) var turnAfter = 4
  /// The fraction of the segment before the point.
  private(set) var rest: Fraction

  /// Finds the segment at a fraction of the way around the whole flake.
  init(_ part: Fraction, level: Int) {
    rest = part
    heading = [1, 5, 3][rest.takeDigit(base: 3)]
    for _ in 0..<level { descend() }
  }

  /// Descends to the quarter of the segment that contains the point.
  ///
  /// The quarters turn by 60°, −120° and 60° from one to the next; their outer ends turn like the whole segment's.
  private mutating func descend() {
    let digit = rest.takeDigit(base: 4)
    heading = (heading + [0, 1, 5, 0][digit]) % 6
    if digit > 0 { turnBefore = digit == 2 ? 4 : 1 }
    if digit < 3 { turnAfter = digit == 1 ? 4 : 1 }
  }

  /// The position of the point on a curve from (0, 0) to (1, 0) with its bump above, y growing upwards.
  ///
  /// Each base-4 digit of `rest` selects a quarter a third as long, so 40 digits exceed the precision of a Double.
  var offset: Vector {
    var (sum, unit) = (Vector.zero, 1.0)
    var (rest, heading) = (rest, 0)
    for _ in 0..<40 {
      unit /= 3
      let digit = rest.takeDigit(base: 4)
      let (along, up) = (Self.direction(heading), Self.direction((heading + 1) % 6))
      switch digit {
      case 0: break
      case 1: sum = sum + along * unit
      case 2: sum = sum + (along + up) * unit
      default: sum = sum + along * (2 * unit)
      }
      heading = (heading + [0, 1, 5, 0][digit]) % 6
    }
    return sum
  }

  /// The unit vector of a heading, y growing upwards.
  static func direction(_ heading: Int) -> Vector {
    let height = 0.75.squareRoot()
    return switch heading {
    case 0: Vector(dx: 1, dy: 0)
    case 1: Vector(dx: 0.5, dy: height)
    case 2: Vector(dx: -0.5, dy: height)
    case 3: Vector(dx: -1, dy: 0)
    case 4: Vector(dx: -0.5, dy: -height)
    default: Vector(dx: 0.5, dy: -height)
    }
  }
}
