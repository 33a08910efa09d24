extension FixedWidthInteger {
  /// Converts a number whose size nobody has checked: its fraction is cut off, NaN becomes 0, and what lies beyond ±2⁵³ or
  /// beyond the type becomes the nearest number that does not.
  ///
  /// `Int(_: Double)` ends the process where the number does not fit. 2⁵³ is the last whole number up to which a `Double` holds
  /// all of them, and leaves room: the sum of a thousand such numbers, and a thousandfold of one, fit into an `Int`.
  @inlinable
  package init(clamping value: Double) {
    let farthest = 0x1p53
    let whole = value > -farthest && value < farthest ? Int(value) : value.isNaN ? 0 : value < 0 ? -1 << 53 : 1 << 53
    self.init(clamping: whole)
  }

  /// Converts a number whose size nobody has checked, as from a `Double`.
  @inlinable
  package init(clamping value: Float) { self.init(clamping: Double(value)) }
}
