import ReelGeometry

/// The segment of a snowflake's outline, of any level, in which a point of the curve of all levels lies.
///
/// Its numbers do not grow with the level: headings are sixths of a turn, and where in the segment the point lies is an
/// exact fraction. So level 1000 is as exact as level 3.
struct KochSegment {
  /// The heading of the segment, in units of 60° anticlockwise from the x axis, 0 to 5; y grows upwards.
  private(set) var heading: Int
  /// The turns, in the same units, at the beginning and at the end of the segment.
  private(set) var turnBefore = 4
  private(set) var turnAfter = 4
  /// The part of the walk along the segment that comes before the point.
  private(set) var rest: Fraction

  /// Finds the segment of the point after a part of the walk around the whole flake.
  init(_ part: Fraction, level: Int) {
    rest = part
    heading = [1, 5, 3][rest.takeDigit(base: 3)]
    for _ in 0..<level { descend() }
  }

  /// Descends to the quarter of the segment in which the point lies.
  ///
  /// The quarters turn by 60°, −120° and 60° from one to the next; at their outer ends they turn as the whole does.
  private mutating func descend() {
    let digit = rest.takeDigit(base: 4)
    heading = (heading + [0, 1, 5, 0][digit]) % 6
    if digit > 0 { turnBefore = digit == 2 ? 4 : 1 }
    if digit < 3 { turnAfter = digit == 1 ? 4 : 1 }
  }

  /// Where the point lies on a curve from (0, 0) to (1, 0) with its bump above, y growing upwards.
  ///
  /// Each digit of `rest` in base 4 picks a quarter a third as long, so 40 of them exceed the precision of a Double.
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
