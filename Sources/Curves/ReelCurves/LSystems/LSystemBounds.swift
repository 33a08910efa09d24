import ReelGeometry

/// The exact bounds of an L-system's drawing at a level, computed without walking it.
///
/// The drawing of a letter at a level and in a direction is the union of its parts' translated drawings one level below. Each combination
/// of letter, level and direction is computed once.
struct LSystemBounds {
  /// The bounding rectangle of a drawing, relative to the turtle's start; if empty, its minimum exceeds its maximum.
  struct Box {
    var (left, right) = (Double.infinity, -Double.infinity)
    var (low, high) = (Double.infinity, -Double.infinity)

    var isEmpty: Bool { left > right }

    mutating func add(_ point: Vector) {
      (left, right) = (min(left, point.dx), max(right, point.dx))
      (low, high) = (min(low, point.dy), max(high, point.dy))
    }

    mutating func add(_ box: Box, movedBy move: Vector) {
      guard !box.isEmpty else { return }
      (left, right) = (min(left, box.left + move.dx), max(right, box.right + move.dx))
      (low, high) = (min(low, box.low + move.dy), max(high, box.high + move.dy))
    }
  }

  /// The maximum number of combinations, exceeded only by angles that do not divide a full turn into few parts.
  private static let maxCases = 300_000

  private let table: LSystemTable
  private let directions: [Vector]
  private var cases: [Int: Box] = [:]

  /// - Parameter rotation: The unit vector by whose angle the drawing is rotated before it is measured.
  init(_ table: LSystemTable, rotation: Vector) {
    self.table = table
    directions = table.directions.map { $0.turned(by: rotation) }
  }

  /// Returns the bounds at a level.
  ///
  /// - Throws: `InvalidValue` if there are too many cases.
  mutating func box(level: Int) throws(InvalidValue) -> Box {
    _ = table.effect(ofLevel: level)
    return try box(of: table.system.start, level: level, heading: table.heading)
  }

  private mutating func box(of text: [UInt8], level: Int, heading: Int) throws(InvalidValue) -> Box {
    var box = Box()
    var position = Vector.zero
    var heading = heading
    var stack: [(Vector, Int)] = []
    for symbol in text {
      switch symbol {
      case Symbol.push: stack.append((position, heading))
      case Symbol.pop: if let saved = stack.popLast() { (position, heading) = saved }
      default:
        if let turn = table.turn(of: symbol) {
          heading = table.turned(heading, by: turn)
          continue
        }
        box.add(try self.box(of: symbol, level: level, heading: heading), movedBy: position)
        let effect = table.effect(of: symbol, level: level)
        position = position + effect.move.turned(by: directions[heading])
        heading = table.turned(heading, by: effect.turn)
      }
    }
    return box
  }

  private mutating func box(of letter: UInt8, level: Int, heading: Int) throws(InvalidValue) -> Box {
    let effect = table.effect(of: letter, level: level)
    guard effect.lines > 0 else { return Box() }
    guard level > 0, let body = table.system.bodies[Int(letter)] else {
      var box = Box()
      box.add(.zero)
      box.add(effect.move.turned(by: directions[heading]))
      return box
    }
    let key = (heading * 64 + level) * 128 + Int(letter)
    if let known = cases[key] { return known }
    guard cases.count < Self.maxCases else {
      throw InvalidValue(
        "angle", table.system.angle,
        expected: "one that divides a few full turns, such as 60, 90 or 25, so that the curve can be measured")
    }
    let box = try self.box(of: body, level: level - 1, heading: heading)
    cases[key] = box
    return box
  }
}
