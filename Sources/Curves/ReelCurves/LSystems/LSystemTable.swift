import ReelGeometry

/// The effect of each letter of an L-system at each level, computed from the level below without walking.
final class LSystemTable {
  /// The effect on the turtle of everything a letter expands to, starting at the origin along the x axis.
  struct Effect {
    var move = Vector.zero
    /// The turn, in steps of the table.
    var turn = 0
    /// The number of lines drawn.
    var lines = 0.0
    /// The number of letters and signs read.
    var symbols = 1.0
    /// The maximum distance of any point drawn or visited.
    var radius = 0.0
  }

  let system: LSystem
  /// The unit vectors of all possible headings of the turtle.
  let directions: [Vector]
  /// The turn of `+`, and a half turn, in steps of the table.
  private let step: Int
  private let half: Int
  let heading: Int
  /// The effects by level, then by symbol.
  private var effects: [[Effect]] = []
  private let letters: [UInt8]

  init(_ system: LSystem) {
    self.system = system
    func thousandths(_ degrees: Double) -> Int {
      ((Int(clamping: (degrees * 1000).rounded()) % 360_000) + 360_000) % 360_000
    }
    let (angle, first) = (thousandths(system.angle), thousandths(system.heading))
    var grain = 180_000
    for value in [angle, first] {
      var (a, b) = (grain, value)
      while b != 0 { (a, b) = (b, a % b) }
      grain = a
    }
    let count = 360_000 / grain
    directions = (0..<count).map { Angle(degrees: Double($0 * grain) / 1000).unitVector }
    (step, half, heading) = (angle / grain, count / 2, first / grain)
    letters = (UInt8(ascii: "A")...UInt8(ascii: "z")).filter { ![Symbol.push, Symbol.pop].contains($0) }
  }

  func turned(_ heading: Int, by steps: Int) -> Int {
    let sum = heading + steps
    return sum >= directions.count ? sum - directions.count : sum
  }

  /// The turn of a sign, from 0 up to a full turn; nil for other symbols.
  func turn(of symbol: UInt8) -> Int? {
    switch symbol {
    case Symbol.left: step
    case Symbol.right: step == 0 ? 0 : directions.count - step
    case Symbol.around: half
    default: nil
    }
  }

  func effect(of symbol: UInt8, level: Int) -> Effect {
    while effects.count <= level { addLevel() }
    return effects[level][Int(symbol)]
  }

  /// The effect of the axiom.
  func effect(ofLevel level: Int) -> Effect {
    if level >= effects.count { _ = effect(of: system.start[0], level: level) }
    return sum(of: system.start, level: level)
  }

  private func addLevel() {
    let level = effects.count
    var row = [Effect](repeating: Effect(), count: 128)
    for letter in letters {
      if level > 0, let body = system.bodies[Int(letter)] {
        row[Int(letter)] = sum(of: body, level: level - 1)
      } else if level > 0 {
        row[Int(letter)] = effects[level - 1][Int(letter)]
      } else if letter == Symbol.glide {
        row[Int(letter)] = Effect(move: Vector(dx: 1, dy: 0), radius: 1)
      } else if system.pen.utf8.contains(letter) {
        row[Int(letter)] = Effect(move: Vector(dx: 1, dy: 0), lines: 1, radius: 1)
      }
    }
    effects.append(row)
  }

  private func sum(of text: [UInt8], level: Int) -> Effect {
    var sum = Effect()
    var stack: [(Vector, Int)] = []
    for symbol in text {
      sum.symbols += 1
      switch symbol {
      case Symbol.push: stack.append((sum.move, sum.turn))
      case Symbol.pop: if let (move, turn) = stack.popLast() { (sum.move, sum.turn) = (move, turn) }
      default:
        if let turn = turn(of: symbol) {
          sum.turn = turned(sum.turn, by: turn)
          continue
        }
        let part = effects[level][Int(symbol)]
        sum.radius = max(sum.radius, sum.move.length + part.radius)
        sum.move = sum.move + part.move.turned(by: directions[sum.turn])
        sum.turn = turned(sum.turn, by: part.turn)
        sum.lines += part.lines
        sum.symbols += part.symbols
      }
    }
    return sum
  }

  /// The letters in the axiom and the rules.
  private(set) lazy var used: [UInt8] = {
    let all = Set(system.start + system.bodies.compactMap { $0 }.flatMap { $0 })
    return letters.filter(all.contains)
  }()
}

extension Vector {
  /// Returns the vector rotated by the angle of a unit vector.
  @inline(__always)
  func turned(by unit: Vector) -> Vector { Vector(dx: dx * unit.dx - dy * unit.dy, dy: dx * unit.dy + dy * unit.dx) }
}
