import ReelGeometry

/// The curve of an L-system, scaled to its exact bounds at every level and between levels.
///
/// Results for a level are cached. The turtle's y grows upwards and a canvas's downwards, so the curve is flipped.
package final class LSystemCurve {
  /// The placement of a level's drawing in a unit square around the origin.
  private struct Fit {
    /// The rotation and scale.
    var turn: Vector
    var scale: Double
    /// The centre of the rotated and scaled bounds.
    var middle: Vector
    /// The size of the scaled bounds; at most 1.
    var size: Size
  }

  /// The maximum number of symbols read for one picture; beyond it, letters are drawn as straight lines, however large they are.
  package static let maxSymbols = 600_000.0

  package let system: LSystem
  let table: LSystemTable
  private var fits: [Int: Fit?] = [:]

  package init(_ system: LSystem) {
    self.system = system
    table = LSystemTable(system)
  }

  /// The number of lines of a level, as a floating-point number.
  package func lineCount(level: Int) -> Double { table.effect(ofLevel: level).lines }

  /// The first level that draws anything; nil if there is none.
  package private(set) lazy var firstLevel: Int? = LSystem.levels.first { lineCount(level: $0) > 0 }

  /// The last level whose lines are distinguishable in a picture of typical size.
  package func finestLevel() throws(InvalidValue) -> Int? {
    guard let first = firstLevel else { return nil }
    var last = first
    while last < LSystem.levels.upperBound, lineCount(level: last + 1) <= 60_000,
      let fit = try fit(level: last + 1), fit.scale >= 1 / 160.0,
      lineCount(level: last + 1) != lineCount(level: last)
    { last += 1 }
    return last
  }

  /// Whether the drawing is one line that ends at its start.
  package func isClosed(level: Int) -> Bool {
    let effect = table.effect(ofLevel: level)
    return !system.hasBranches && effect.lines > 2 && effect.move.length <= 1e-9 * max(1, effect.radius)
  }

  /// The length of a level's lines, as a fraction of the side of the square; 0 for a level that draws nothing.
  package func lineLength(level: Double) throws(InvalidValue) -> Double {
    let low = Int(clamping: level)
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

  /// The rotation that keeps the direction from the start to the end of an open curve the same at every level; otherwise some curves,
  /// such as the dragon, would spin.
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
    // A rotation within the rounding error is no rotation.
    return abs(across) < 1e-9 && along > 0 ? none : Vector(dx: along, dy: across)
  }
}

// MARK: - Walking

extension LSystemCurve {
  /// Returns the lines of a level in a rectangle, each drawn without lifting the pen.
  ///
  /// Between two levels, each piece of the new level rises out of the piece of the old level that it replaces: bumps out of lines, twigs
  /// out of buds. Details smaller than `finest` are drawn as straight lines.
  ///
  /// - Parameters:
  ///   - level: Within `LSystem.levels`; 2.4 is 40 % of the way from level 2 to level 3.
  ///   - rect: The rectangle that the lines fill.
  ///   - finest: The size of the smallest detail, in points; finer details are omitted.
  /// - Throws: `InvalidValue` for a level out of range, or a curve that cannot be measured.
  package func lines(level: Double, in rect: Rect, finest: Double) throws(InvalidValue) -> [[Point]] {
    let legal = LSystem.levels
    guard level >= Double(legal.lowerBound), level <= Double(legal.upperBound) else {
      throw InvalidValue("level", level, expected: "from \(legal.lowerBound) to \(legal.upperBound)")
    }
    let low = Int(clamping: level)
    let part = level - Double(low)
    guard let new = try placement(level: part > 0 ? low + 1 : low, in: rect) else {
      guard part > 0, let old = try placement(level: low, in: rect) else { return [] }
      return walk(level: low, old: old, new: nil, part: 0, finest: finest)
    }
    guard part > 0 else { return walk(level: low, old: new, new: nil, part: 0, finest: finest) }
    // A level without lines is a point in the middle.
    let old = try placement(level: low, in: rect) ?? Placement(turn: .zero, origin: rect.center)
    return walk(level: low, old: old, new: new, part: part, finest: finest)
  }

  /// The transform from the turtle's coordinates to a rectangle.
  struct Placement {
    /// The rotation and scale, before y is flipped.
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

  /// The number of levels that are not walked, because their details are too small or too many.
  private func cut(level: Int, scale: Double, finest: Double) -> Int {
    var cut = 0
    while cut < level {
      let largest =
        table.used.map { letter in
          let effect = table.effect(of: letter, level: cut + 1)
          return effect.lines > 0 ? effect.radius : 0
        }.max() ?? 0
      let isSmall = largest * scale <= finest
      guard isSmall || table.effect(ofLevel: level - cut).symbols > Self.maxSymbols else { break }
      cut += 1
    }
    return cut
  }

  private func walk(level: Int, old: Placement, new: Placement?, part: Double, finest: Double) -> [[Point]] {
    let scale = max(old.turn.length, new?.turn.length ?? 0)
    _ = table.effect(ofLevel: level + 1)
    var cut = cut(level: level, scale: scale, finest: finest)
    // Between two levels, the symbols of the next level count.
    while new != nil, cut < level, table.effect(ofLevel: level + 1 - cut).symbols > Self.maxSymbols { cut += 1 }
    var walker = LSystemWalker(table: table, cut: cut, old: old, new: new, part: part)
    walker.walk(table.system.start, level: level)
    return walker.lines
  }
}
