extension FixedWidthInteger {
  /// Converts a number of any size: truncates its fraction, turns NaN into 0, and clamps it to ±2⁵³ and to the range of the type.
  ///
  /// `Int(_: Double)` traps if the number does not fit. Up to 2⁵³ a `Double` holds every whole number, and there is room for arithmetic:
  /// the sum of a thousand such numbers, or a thousand times one, fits into an `Int`.
  @inlinable
  package init(clamping value: Double) {
    let farthest = 0x1p53
    let whole = value > -farthest && value < farthest ? Int(value) : value.isNaN ? 0 : value < 0 ? -1 << 53 : 1 << 53
    self.init(clamping: whole)
  }

  /// Converts a number of any size, as for a `Double`.
  @inlinable
  package init(clamping value: Float) { self.init(clamping: Double(value)) }
}
