import ReelGeometry

extension Turtle {
  /// Walks a Koch snowflake step by step and returns to its start.
  ///
  /// The turtle starts at the lower left corner of the triangle and faces along its base; the bumps point outwards.
  /// This is the classic program for the curve: turn by 60°, then three sides with −120° between them, where a side of level n is four
  /// sides of level n − 1 with turns of 60°, −120° and 60°. `Snowflake` gives the same points without accumulated rounding errors, and
  /// any of them without a walk.
  ///
  /// - Throws: `InvalidValue` for a level outside `Snowflake.levels`.
  public mutating func walkSnowflake(level: Int, side: Double) throws(InvalidValue) {
    guard Snowflake.levels.contains(level) else { throw Snowflake.invalidLevel(level) }
    turn(60)
    for _ in 1...3 {
      walkKochSide(level: level, length: side)
      turn(-120)
    }
    turn(-60)
  }

  private mutating func walkKochSide(level: Int, length: Double) {
    guard level > 0 else { return move(length) }
    for degrees in [60.0, -120, 60, 0] {
      walkKochSide(level: level - 1, length: length / 3)
      turn(degrees)
    }
  }
}
