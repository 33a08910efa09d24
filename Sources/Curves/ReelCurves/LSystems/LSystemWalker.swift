import ReelGeometry

/// A turtle that reads an L-system and, between two levels, a second turtle that reads the next level.
struct LSystemWalker {
  private struct Turtle {
    var position = Vector.zero
    var heading = 0
  }

  private let table: LSystemTable
  /// The level at which a letter becomes a straight line.
  private let cut: Int
  private let old: LSystemCurve.Placement
  private let new: LSystemCurve.Placement?
  private let part: Double
  private var turtle: Turtle
  private var ahead: Turtle
  private var stack: [(Turtle, Turtle)] = []

  /// The drawn lines, in the rectangle's coordinates.
  private(set) var lines: [[Point]] = []

  init(
    table: LSystemTable, cut: Int, old: LSystemCurve.Placement, new: LSystemCurve.Placement?, part: Double
  ) {
    (self.table, self.cut, self.old, self.new, self.part) = (table, cut, old, new, part)
    turtle = Turtle(heading: table.heading)
    ahead = turtle
  }

  /// Reads a text at a level.
  mutating func walk(_ text: [UInt8], level: Int) {
    for symbol in text {
      switch symbol {
      case Symbol.push: stack.append((turtle, ahead))
      case Symbol.pop: if let saved = stack.popLast() { (turtle, ahead) = saved }
      default:
        if let turn = table.turn(of: symbol) {
          turtle.heading = table.turned(turtle.heading, by: turn)
          ahead.heading = table.turned(ahead.heading, by: turn)
        } else if level > cut, let body = table.system.bodies[Int(symbol)] {
          walk(body, level: level - 1)
        } else {
          read(symbol, level: level)
        }
      }
    }
  }

  /// Draws a letter as one line, or as the parts that rise out of it.
  private mutating func read(_ letter: UInt8, level: Int) {
    let effect = table.effect(of: letter, level: level)
    let start = turtle.position
    advance(&turtle, effect)
    guard let new else {
      if effect.lines > 0 { draw(from: old.apply(start), to: old.apply(turtle.position)) }
      return
    }
    let next = table.effect(of: letter, level: level + 1)
    let ends = (old.apply(start), old.apply(turtle.position))
    let root = ahead.position
    if table.system.bodies[Int(letter)] != nil, next.lines > 0 {
      rise(from: ends, letter, level: level, chord: next.move.turned(by: table.directions[ahead.heading]), root, new)
    } else if max(effect.lines, next.lines) > 0 {
      let end = root + next.move.turned(by: table.directions[ahead.heading])
      draw(from: mixed(ends.0, new.apply(root)), to: mixed(ends.1, new.apply(end)))
    }
    advance(&ahead, next)
  }

  /// Draws the parts of a letter between the old line and their final positions.
  private mutating func rise(
    from ends: (Point, Point), _ letter: UInt8, level: Int, chord: Vector, _ root: Vector, _ new: LSystemCurve.Placement
  ) {
    guard let body = table.system.bodies[Int(letter)] else { return }
    let square = chord.dot(chord)
    let isChord = square > 1e-12
    let lineCount = body.reduce(0.0) { $0 + (table.effect(of: $1, level: level).lines > 0 ? 1 : 0) }
    var drawn = 0.0
    /// The position on the old line of a point of the new one: at its foot, or in proportion to the lines already drawn.
    func foot(_ point: Vector, _ drawn: Double) -> Point {
      let share = isChord ? (point - root).dot(chord) / square : drawn / max(1, lineCount)
      return ends.0.interpolated(to: ends.1, fraction: min(1, max(0, share)))
    }
    var walker = ahead
    var saved: [Turtle] = []
    for symbol in body {
      switch symbol {
      case Symbol.push: saved.append(walker)
      case Symbol.pop: if let last = saved.popLast() { walker = last }
      default:
        if let turn = table.turn(of: symbol) {
          walker.heading = table.turned(walker.heading, by: turn)
          continue
        }
        let effect = table.effect(of: symbol, level: level)
        let start = walker.position
        advance(&walker, effect)
        guard effect.lines > 0 else { continue }
        draw(
          from: mixed(foot(start, drawn), new.apply(start)),
          to: mixed(foot(walker.position, drawn + 1), new.apply(walker.position)))
        drawn += 1
      }
    }
  }

  private func mixed(_ a: Point, _ b: Point) -> Point { a.interpolated(to: b, fraction: part) }

  private func advance(_ turtle: inout Turtle, _ effect: LSystemTable.Effect) {
    turtle.position = turtle.position + effect.move.turned(by: table.directions[turtle.heading])
    turtle.heading = table.turned(turtle.heading, by: effect.turn)
  }

  /// Draws a line, continuing the last one if it ends here.
  private mutating func draw(from start: Point, to end: Point) {
    if let last = lines.last?.last, abs(last.x - start.x) + abs(last.y - start.y) < 1e-6 {
      lines[lines.count - 1].append(end)
    } else {
      lines.append([start, end])
    }
  }
}
