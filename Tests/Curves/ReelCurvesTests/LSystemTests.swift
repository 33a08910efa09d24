import ReelGeometry
import ReelTestSupport
import ReelTurtle
import Testing

@testable import ReelCurves

@Suite("L-systems") struct LSystemTests {
  private static let square = Rect(x: 10, y: 20, width: 300, height: 300)

  /// Rewrites texts and walks them, symbol by symbol, as the definition has it.
  private func walked(_ system: LSystem, level: Int) -> [[Point]] {
    var text = Array(system.axiom)
    for _ in 0..<level { text = text.flatMap { Array(system.rules[$0] ?? String($0)) } }
    var turtle = Turtle(heading: Angle(degrees: system.heading))
    var lines: [[Point]] = []
    for symbol in text {
      switch symbol {
      case "+": turtle.turn(system.angle)
      case "-": turtle.turn(-system.angle)
      case "|": turtle.turn(180)
      case "[": turtle.push()
      case "]": turtle.pop()
      default:
        guard symbol == "f" || system.pen.contains(symbol) else { continue }
        let start = turtle.position
        turtle.move(1)
        if symbol != "f" { lines.append([start, turtle.position]) }
      }
    }
    return lines
  }

  /// Cuts polylines into their segments.
  private func segments(_ lines: [[Point]]) -> [(Point, Point)] {
    lines.flatMap { Array(zip($0, $0.dropFirst())) }
  }

  private func bounds(_ points: some Sequence<Point>) -> Rect? { Path(points: points).controlBounds }

  private func random(_ random: inout Seeded) throws -> LSystem {
    func text(_ count: Int) -> String {
      var text = ""
      var open = 0
      for _ in 0..<count {
        let symbol = "FFGAXf+-+-|[]".randomElement(using: &random) ?? "F"
        if symbol == "]", open == 0 { continue }
        open += symbol == "[" ? 1 : symbol == "]" ? -1 : 0
        text.append(symbol)
      }
      return text + String(repeating: "]", count: open)
    }
    let angle: Double = [60.0, 90, 45, 25, 22.5, 17.25, 120, 360.0 / 8].randomElement(using: &random) ?? 90
    return try LSystem(
      axiom: "F" + text(5), rules: ["F": text(7), "A": text(5), "X": text(4)], angle: angle,
      heading: Double(Int.random(in: -36...36, using: &random)))
  }

  @Test("A level has the lines of the text rewritten and walked symbol by symbol, in its bounds to the last digit")
  func definition() throws {
    var random = Seeded()
    let named = LSystem.Named.allCases.map(\.system)
    for system in try named + (0..<30).map({ _ in try self.random(&random) }) {
      for level in 0...3 {
        let expected = walked(system, level: level)
        let curve = LSystemCurve(system)
        let lines = segments(try curve.lines(level: Double(level), in: Self.square, finest: 0))
        #expect(lines.count == expected.count && Double(lines.count) == curve.lineCount(level: level))
        guard let box = bounds(lines.flatMap { [$0.0, $0.1] }) else { continue }
        // It touches two opposite sides, and leaves as much room on both of the others.
        #expect(abs(max(box.width, box.height) - 300) < 1e-6, "\(system) \(level) \(random)")
        #expect(box.center.distance(to: Self.square.center) < 1e-6, "\(system) \(level) \(random)")
        // The same form: a turn, a scale and a shift, given by two lines, take all others along.
        guard let first = expected.first, let shown = lines.first else { continue }
        let (a, b) = (first[1] - first[0], shown.1 - shown.0)
        let flipped = Vector(dx: b.dx, dy: -b.dy)
        let turn = Vector(dx: a.dot(flipped), dy: a.dx * flipped.dy - a.dy * flipped.dx)
        var farthest = 0.0
        for (one, other) in zip(expected, lines) {
          for (p, q) in [(one[0], other.0), (one[1], other.1)] {
            let moved = (p - first[0]).turned(by: turn)
            farthest = max(farthest, (shown.0 + Vector(dx: moved.dx, dy: -moved.dy)).distance(to: q))
          }
        }
        #expect(farthest < 1e-6 * 300, "\(system) \(level) \(random)")
      }
    }
  }

  @Test("Koch's curve is the snowflake", arguments: 0...4)
  func snowflake(level: Int) throws {
    let flake = try Snowflake(level: Double(level), radius: 100, center: .zero)
    let path = flake.path(minimumSegment: 0)
    let box = try #require(path.controlBounds)
    let lines = try LSystemCurve(LSystem.Named.koch.system).lines(level: Double(level), in: box, finest: 0)
    let points = path.elements.compactMap {
      if case .move(let p) = $0 { p } else if case .line(let p) = $0 { p } else { nil }
    }
    #expect(lines.count == 1)
    for (a, b) in zip(lines[0], points) { #expect(a.distance(to: b) < 1e-9 * 100) }
  }

  @Test(
    "The bumps of Koch's curve rise as those of the snowflake do, and every curve begins and ends as its levels are")
  func rising() throws {
    for name in LSystem.Named.allCases {
      let curve = LSystemCurve(name.system)
      let first = try #require(curve.firstLevel)
      for level in first...first + 2 {
        func near(_ part: Double, _ whole: Int) throws {
          let rising = segments(try curve.lines(level: Double(level) + part, in: Self.square, finest: 0))
          let still = segments(try curve.lines(level: Double(whole), in: Self.square, finest: 0))
          var farthest = 0.0
          for (a, _) in rising.enumerated().filter({ $0.offset.isMultiple(of: 1 + rising.count / 100) }).map(\.element)
          {
            farthest = max(farthest, still.map { Self.distance(a, $0) }.min() ?? .infinity)
          }
          #expect(farthest < 0.01, "\(name) \(level) + \(part)")
        }
        try near(1e-6, level)
        try near(1 - 1e-6, level + 1)
      }
    }
    let flake = try Snowflake(level: 2.4, radius: 100, center: .zero).path(minimumSegment: 0)
    let whole = try #require(Snowflake(level: 2, radius: 100, center: .zero).path(minimumSegment: 0).controlBounds)
    let lines = try LSystemCurve(LSystem.Named.koch.system).lines(level: 2.4, in: whole, finest: 0)
    let points = flake.elements.compactMap {
      if case .move(let p) = $0 { p } else if case .line(let p) = $0 { p } else { nil }
    }
    for (a, b) in zip(lines[0], points) { #expect(a.distance(to: b) < 1e-9 * 100) }
  }

  private static func distance(_ point: Point, _ line: (Point, Point)) -> Double {
    let chord = line.1 - line.0
    let square = chord.dot(chord)
    let share = square > 0 ? min(1, max(0, (point - line.0).dot(chord) / square)) : 0
    return point.distance(to: line.0.interpolated(to: line.1, fraction: share))
  }

  @Test("Any level of any curve is bounded work within its rectangle", arguments: LSystem.Named.allCases)
  func bounded(name: LSystem.Named) throws {
    let curve = LSystemCurve(name.system)
    for level in [12.5, 25, 39.5, 40] {
      let points = try curve.lines(level: level, in: Self.square, finest: 0.25).flatMap { $0 }
      #expect(points.count > 20 && Double(points.count) <= 2 * LSystemCurve.maxSymbols)
      let box = try #require(bounds(points))
      #expect(Self.square.inset(by: -1e-6).around(box) == Self.square.inset(by: -1e-6), "\(name) \(level)")
      #expect(max(box.width, box.height) > 290, "\(name) \(level)")
    }
  }

  @Test("What is left out is smaller than was said")
  func detail() throws {
    for name in [LSystem.Named.koch, .dragon, .gosper, .hilbert] {
      let curve = LSystemCurve(name.system)
      let level = name == .dragon ? 12.0 : 5
      let full = segments(try curve.lines(level: level, in: Self.square, finest: 0))
      let coarse = segments(try curve.lines(level: level, in: Self.square, finest: 24))
      #expect(coarse.count <= full.count / 2)
      for (point, _) in full.enumerated().filter({ $0.offset.isMultiple(of: 7) }).map(\.element) {
        #expect((coarse.map { Self.distance(point, $0) }.min() ?? .infinity) <= 24, "\(name)")
      }
    }
  }

  @Test(
    "What is no curve is refused in one sentence",
    arguments: [
      (
        "F", "F=F*F", 60.0, "FG",
        "rule of F \"F*F\": * at column 2 means nothing: use letters, + and - to turn, | to turn around, [ and ] to branch"
      ),
      ("F]", "F=F", 60, "FG", "axiom \"F]\": ] at column 2 has no [ before it"),
      ("[F", "F=F", 60, "FG", "axiom \"[F\": a [ has no ] after it"),
      (" ", "F=F", 60, "FG", "axiom   is not valid: it must be at least one symbol, such as F"),
      (
        "F", "F=F", 361, "FG",
        "angle 361.0 is not valid: it must be from -360 to 360 degrees, with three decimals at most"
      ),
      (
        "F", "F=F", 1.0005, "FG",
        "angle 1.0005 is not valid: it must be from -360 to 360 degrees, with three decimals at most"
      ),
      ("F", "F=F", 60, "f", "pen f is not valid: it must be letters that draw a line, such as FG; f never does"),
      (
        "F", "5=F", 60, "FG",
        "rule 5=F is not valid: it must be a letter, = and its replacement, such as F=F+F--F+F"
      ),
    ])
  func refused(axiom: String, rule: String, angle: Double, pen: String, sentence: String) {
    let rules = [rule.first ?? "F": String(rule.dropFirst(2))]
    let error = #expect(throws: InvalidValue.self) { try LSystem(axiom: axiom, rules: rules, angle: angle, pen: pen) }
    #expect(error?.description == sentence)
  }

  @Test("A curve whose turns are too many to be measured is refused before it fills the memory")
  func unmeasurable() throws {
    let system = try LSystem(axiom: "F", rules: ["F": "F+G-", "G": "F+F+G"], angle: 0.001)
    #expect(throws: InvalidValue.self) { try LSystemCurve(system).lines(level: 40, in: Self.square, finest: 1) }
  }

  @Test("Names are read as people write them", arguments: ["Lévy", "LEVY", "quadratic koch", "anti_koch", "Hilbert"])
  func names(text: String) throws {
    _ = try LSystem.Named(parsing: text)
    #expect(throws: InvalidValue.self) { try LSystem.Named(parsing: text + "x") }
  }
}

extension Rect {
  fileprivate func around(_ other: Rect) -> Rect {
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}
