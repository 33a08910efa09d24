import ReelGeometry

/// The curve of an L-system, scaled to its exact bounds at every level, and on the way from one level to the next.
///
/// What is found of a level is kept. The turtle's world has y upwards, a canvas downwards: the curve is turned over.
package final class LSystemCurve {
  /// How the drawing of a level gets into a rectangle of size 1 around the origin.
  private struct Fit {
    /// Turns, and scales.
    var turn: Vector
    var scale: Double
    /// The middle of the turned and scaled bounds.
    var middle: Vector
    /// The size of the scaled bounds: 1 at most.
    var size: Size
  }

  /// The most symbols that are read for one picture: then letters are drawn as straight lines, however large they are.
  package static let mostSymbols = 600_000.0

  package let system: LSystem
  let table: LSystemTable
  private var fits: [Int: Fit?] = [:]

  package init(_ system: LSystem) {
    self.system = system
    table = LSystemTable(system)
  }

  /// The number of lines of a level, as far as a floating-point number holds it.
  package func lineCount(level: Int) -> Double { table.effect(ofLevel: level).lines }

  /// The first level that draws anything; nil if none does.
  package private(set) lazy var firstLevel: Int? = LSystem.levels.first { lineCount(level: $0) > 0 }

  /// The last level whose lines are well seen in a picture of usual size, and no more than can be told apart.
  package func finestLevel() throws(InvalidValue) -> Int? {
    guard let first = firstLevel else { return nil }
    var last = first
    while last < LSystem.levels.upperBound, lineCount(level: last + 1) <= 60_000,
      let fit = try fit(level: last + 1), fit.scale >= 1 / 160.0,
      lineCount(level: last + 1) != lineCount(level: last)
    { last += 1 }
    return last
  }

  /// Whether the drawing ends where it began, in one line.
  package func isClosed(level: Int) -> Bool {
    let effect = table.effect(ofLevel: level)
    return !system.hasBranches && effect.lines > 2 && effect.move.length <= 1e-9 * max(1, effect.radius)
  }

  /// The length of one line of a level in a square, in parts of its side; 0 for a level that draws nothing.
  package func lineLength(level: Double) throws(InvalidValue) -> Double {
    let low = Int(level)
    let (first, last) = (try fit(level: low)?.scale ?? 0, try fit(level: low + 1)?.scale ?? 0)
    return first + (last - first) * (level - Double(low))
  }

  /// The size of the bounds of a level, scaled so that its longer side is 1.
  package func extent(level: Int) throws(InvalidValue) -> Size { try fit(level: level)?.size ?? .zero }

  private func fit(level: Int) throws(InvalidValue) -> Fit? {
    if let known = fits[level] { return known }
    let fit = try findFit(level: level)
    fits[level] = .some(fit)
    return fit
  }

  private func findFit(level: Int) throws(InvalidValue) -> Fit? {
    guard level <= LSystem.levels.upperBound, lineCount(level: level) > 0 else { return nil }
    let turn = rotation(level: level)
    var bounds = LSystemBounds(table, rotation: turn)
    let box = try bounds.box(level: level)
    let (width, height) = (box.right - box.left, box.high - box.low)
    let longer = max(width, height)
    guard longer > 0, longer.isFinite else { return nil }
    return Fit(
      turn: turn, scale: 1 / longer,
      middle: Vector(dx: (box.left + box.right) / 2 / longer, dy: (box.low + box.high) / 2 / longer),
      size: Size(width: width / longer, height: height / longer))
  }

  /// The turn that leads an open curve at every level from its beginning in the same direction to its end: some, such as the dragon,
  /// would spin otherwise.
  private func rotation(level: Int) -> Vector {
    let none = Vector(dx: 1, dy: 0)
    func chord(_ level: Int) -> Vector? {
      let effect = table.effect(ofLevel: level)
      return effect.lines > 0 && effect.move.length > 1e-6 * effect.radius ? effect.move : nil
    }
    guard !system.hasBranches, let end = chord(level), let first = firstLevel,
      let reference = (first...level).lazy.compactMap(chord).first
    else { return none }
    let length = end.length * reference.length
    let (along, across) = (
      end.dot(reference) / length, (end.dx * reference.dy - end.dy * reference.dx) / length
    )
    // What is no turn but for rounding is none.
    return abs(across) < 1e-9 && along > 0 ? none : Vector(dx: along, dy: across)
  }
}

// MARK: - Walking

extension LSystemCurve {
  /// Returns the lines of a level in a rectangle, each drawn without lifting the pen.
  ///
  /// On the way from one level to the next, each piece of the new one rises out of the piece of the old one that it replaces: bumps out of lines, twigs
  /// out of buds. What is smaller than `finest` is drawn as a straight line.
  ///
  /// - Parameters:
  ///   - level: Within `LSystem.levels`; 2.4 is level 2 on 40 % of the way to level 3.
  ///   - rect: What the lines touch and do not leave.
  ///   - finest: The smallest detail, in points; what is finer is left out.
  /// - Throws: `InvalidValue` for a level out of range, or a curve that cannot be measured.
  package func lines(level: Double, in rect: Rect, finest: Double) throws(InvalidValue) -> [[Point]] {
    let legal = LSystem.levels
    guard level >= Double(legal.lowerBound), level <= Double(legal.upperBound) else {
      throw InvalidValue("level", level, expected: "from \(legal.lowerBound) to \(legal.upperBound)")
    }
    let low = Int(level)
    let part = level - Double(low)
    guard let new = try placement(level: part > 0 ? low + 1 : low, in: rect) else {
      guard part > 0, let old = try placement(level: low, in: rect) else { return [] }
      return walk(level: low, old: old, new: nil, part: 0, finest: finest)
    }
    guard part > 0 else { return walk(level: low, old: new, new: nil, part: 0, finest: finest) }
    // A level without any line is a point in the middle.
    let old = try placement(level: low, in: rect) ?? Placement(turn: .zero, origin: rect.center)
    return walk(level: low, old: old, new: new, part: part, finest: finest)
  }

  /// How the turtle's world lies in a rectangle.
  struct Placement {
    /// Turns and scales, before y is turned over.
    var turn: Vector
    var origin: Point

    @inline(__always)
    func apply(_ vector: Vector) -> Point {
      let turned = vector.turned(by: turn)
      return Point(x: origin.x + turned.dx, y: origin.y - turned.dy)
    }
  }

  private func placement(level: Int, in rect: Rect) throws(InvalidValue) -> Placement? {
    guard let fit = try fit(level: level) else { return nil }
    func side(_ extent: Double, _ part: Double) -> Double { part > 1e-9 ? extent / part : .infinity }
    let side = min(side(rect.width, fit.size.width), side(rect.height, fit.size.height))
    let center = rect.center
    return Placement(
      turn: fit.turn * (fit.scale * side),
      origin: Point(x: center.x - fit.middle.dx * side, y: center.y + fit.middle.dy * side))
  }

  /// The number of levels that are not walked, since their details are too small or too many.
  private func cut(level: Int, scale: Double, finest: Double) -> Int {
    var cut = 0
    while cut < level {
      let largest =
        table.used.map { letter in
          let effect = table.effect(of: letter, level: cut + 1)
          return effect.lines > 0 ? effect.radius : 0
        }.max() ?? 0
      let isSmall = largest * scale <= finest
      guard isSmall || table.effect(ofLevel: level - cut).symbols > Self.mostSymbols else { break }
      cut += 1
    }
    return cut
  }

  private func walk(level: Int, old: Placement, new: Placement?, part: Double, finest: Double) -> [[Point]] {
    let scale = max(old.turn.length, new?.turn.length ?? 0)
    _ = table.effect(ofLevel: level + 1)
    var cut = cut(level: level, scale: scale, finest: finest)
    // A rising level has the symbols of the next one.
    while new != nil, cut < level, table.effect(ofLevel: level + 1 - cut).symbols > Self.mostSymbols { cut += 1 }
    var walker = LSystemWalker(table: table, cut: cut, old: old, new: new, part: part)
    walker.walk(table.system.start, level: level)
    return walker.lines
  }
}
