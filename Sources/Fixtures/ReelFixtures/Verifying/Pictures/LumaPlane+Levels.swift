extension LumaPlane {
  /// Returns this picture as one shows it in which black and white have other levels; itself where they are the same, nearly.
  ///
  /// - Parameters:
  ///   - levels: of the other picture's luma; black is lighter than white in a negative.
  ///   - white: the level of white in this one, whose black is at 16.
  func shown(with levels: FrameMarkLevels, white: Double) -> LumaPlane {
    let (black, scale) = (levels.black, (levels.white - levels.black) / (white - 16))
    guard abs(black - 16) > 10 || abs(levels.white - white) > 10 else { return self }
    let table = (0...255).map { UInt8(clamping: max(0, min(255, (black + (Double($0) - 16) * scale).rounded()))) }
    return LumaPlane(size: size, bytes: bytes.map { table[Int($0)] })
  }
}
