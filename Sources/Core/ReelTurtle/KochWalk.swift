/// A point of the triangular lattice: a + b·ω, where ω is the direction at 60° to the x axis and y grows upwards.
///
/// Every corner of a Koch snowflake of level n is such a point with whole a and b, in units of the side over 3ⁿ. Whole numbers do not
/// drift, so the curve closes exactly, and its six directions are exact.
package struct LatticePoint: Hashable, Sendable {
  package var a: Int
  package var b: Int

  package init(_ a: Int, _ b: Int) {
    self.a = a
    self.b = b
  }

  /// The unit step at `heading` times 60° from the x axis, for headings 0 to 5; from ω² = ω − 1.
  package static func step(_ heading: Int) -> LatticePoint {
    switch heading {
    case 0: LatticePoint(1, 0)
    case 1: LatticePoint(0, 1)
    case 2: LatticePoint(-1, 1)
    case 3: LatticePoint(-1, 0)
    case 4: LatticePoint(0, -1)
    default: LatticePoint(1, -1)
    }
  }

  package static func + (p: LatticePoint, q: LatticePoint) -> LatticePoint { LatticePoint(p.a + q.a, p.b + q.b) }

  package static func * (p: LatticePoint, factor: Int) -> LatticePoint { LatticePoint(p.a * factor, p.b * factor) }
}

/// The walk around a snowflake of a whole level, corner by corner, starting at any corner.
///
/// The walk begins at the lower left corner of the triangle and goes up to its apex, so that the outside is on the left.
package struct KochWalk: Sequence, IteratorProtocol {
  /// A corner and the heading of the segment that leaves it, in units of 60°, 0 to 5.
  package struct Corner: Hashable, Sendable {
    package var point: LatticePoint
    package var heading: Int
  }

  package let level: Int
  private var index: Int
  /// The current corner of the walk.
  package private(set) var corner: Corner

  package static func segmentCount(level: Int) -> Int { 3 << (2 * level) }

  /// Starts at a corner, found in as many steps as there are levels: each base-4 digit of the index selects the quarter of a side in
  /// which the corner lies.
  package init(level: Int, startingAt index: Int = 0) {
    self.level = level
    self.index = index
    let side = (index >> (2 * level)) % 3
    var unit = 1
    for _ in 0..<level { unit *= 3 }
    // The corners of the triangle: lower left, apex, lower right; the headings 60°, −60°, 180°.
    let starts = [LatticePoint(0, 0), LatticePoint(0, unit), LatticePoint(unit, 0)]
    corner = Corner(point: starts[side], heading: [1, 5, 3][side])
    for shift in stride(from: 2 * level - 2, through: 0, by: -2) {
      unit /= 3
      let forwards = LatticePoint.step(corner.heading) * unit
      switch index >> shift & 3 {
      case 0: break
      case 1:
        corner.point = corner.point + forwards
        corner.heading = Self.turned(corner.heading, by: 1)
      case 2:
        corner.point = corner.point + forwards + LatticePoint.step(Self.turned(corner.heading, by: 1)) * unit
        corner.heading = Self.turned(corner.heading, by: 5)
      default:
        corner.point = corner.point + forwards * 2
      }
    }
  }

  /// Returns the corner and advances to the next; nil once the walk is back at its start.
  package mutating func next() -> Corner? {
    guard index < Self.segmentCount(level: level) else { return nil }
    defer {
      corner.point = corner.point + LatticePoint.step(corner.heading)
      index += 1
      corner.heading = Self.turned(corner.heading, by: turnBeforeCurrent)
    }
    return corner
  }

  // The last non-zero base-4 digit of a corner's index gives the turn: the corner is at the foot or the tip of a bump; without such a
  // digit it is a corner of the triangle.
  private var turnBeforeCurrent: Int {
    let zeros = index.trailingZeroBitCount / 2
    if zeros >= level { return 4 }
    return index >> (2 * zeros) & 3 == 2 ? 4 : 1
  }

  private static func turned(_ heading: Int, by sixths: Int) -> Int {
    let sum = heading + sixths
    return sum < 6 ? sum : sum - 6
  }
}
