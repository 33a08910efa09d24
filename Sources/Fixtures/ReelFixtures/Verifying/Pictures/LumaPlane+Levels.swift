extension LumaPlane {
  /// Returns this picture with its black and white moved to other levels; the same picture if the levels are nearly
  /// equal.
  ///
  /// - Parameters:
  ///   - levels: The luma levels of the other picture. Black is lighter than white in a negative.
  ///   - white: The level of white in this picture, whose black is at 16.
  func shown(with levels: FrameMarkLevels, white: Double) -> LumaPlane {
    let (black, scale) = (levels.black, (levels.white - levels.black) / (white - 16))
    guard abs(black - 16) > 10 || abs(levels.white - white) > 10 else { return self }
    let table = (0...255).map { UInt8(clamping: max(0, min(255, (black + (Double($0) - 16) * scale).rounded()))) }
    return LumaPlane(size: size, bytes: bytes.map { table[Int($0)] })
  }
}
