import ReelGeometry

/// A grid of cells in a picture, sampled as a mark.
struct FrameMarkSample {
  /// The minimum difference between the darkest and the lightest parts of the border, of 255.
  private static let minContrast = 24.0
  /// The maximum distance of a cell from black or white in a clean picture, relative to the contrast.
  ///
  /// Two frames mixed half and half give cells of 0.5. A second frame blended in at a quarter is still rejected.
  private static let doubt = 0.24
  /// The maximum distance of a border cell, relative to the contrast.
  private static let borderDoubt = 0.4
  /// How much farther from black or white a cell may be than the worst border cell, up to `maxDoubt`.
  ///
  /// The border is the same in all marks, so mixing leaves it clean, while a coarse codec damages it as much as the
  /// data.
  private static let spread = 1.6
  private static let maxDoubt = 0.45

  /// The mark that the cells encode.
  ///
  /// There is no sample if the border is not that of a mark.
  let finding: FrameMarkReader.Finding
  /// The levels of the border's darkest and lightest cells, swapped in a negative.
  let levels: FrameMarkLevels

  /// Samples the cells; nil if the border is not that of a mark.
  init?(_ plane: GrayPlane, at pose: FrameMarkPose) {
    var levels: [Double] = []
    levels.reserveCapacity(FrameMark.columns * FrameMark.rows)
    // The inner half of a cell, which neither filters nor neighbouring blocks affect.
    let halfWidth = max(abs(pose.column.dx), abs(pose.row.dx)) / 4
    let halfHeight = max(abs(pose.column.dy), abs(pose.row.dy)) / 4
    var (dark, light) = ((sum: 0.0, count: 0.0), (sum: 0.0, count: 0.0))
    var (darks, lights): ([Double], [Double]) = ([], [])
    for row in 0..<FrameMark.rows {
      for column in 0..<FrameMark.columns {
        let (u, v) = (Double(column) + 0.5, Double(row) + 0.5)
        let x = pose.origin.x + u * pose.column.dx + v * pose.row.dx
        let y = pose.origin.y + u * pose.column.dy + v * pose.row.dy
        guard let level = plane.mean(x: x, y: y, halfWidth: halfWidth, halfHeight: halfHeight) else { return nil }
        levels.append(level)
        switch FrameMarkGrid.single.border(column: column, row: row) {
        case true?:
          light = (light.sum + level, light.count + 1)
          lights.append(level)
        case false?:
          dark = (dark.sum + level, dark.count + 1)
          darks.append(level)
        case nil: break
        }
      }
    }
    let black = dark.sum / dark.count
    let contrast = light.sum / light.count - black
    guard abs(contrast) >= Self.minContrast else { return nil }
    // Blurring shifts a mark's blacks and whites, but the extremes the least.
    self.levels =
      contrast > 0
      ? FrameMarkLevels(black: darks.min() ?? 0, white: lights.max() ?? 255)
      : FrameMarkLevels(black: darks.max() ?? 255, white: lights.min() ?? 0)
    var word: UInt64 = 0
    var (worst, worstOfBorder) = (0.0, 0.0)
    for (index, level) in levels.enumerated() {
      let part = (level - black) / contrast
      let (row, column) = index.quotientAndRemainder(dividingBy: FrameMark.columns)
      if let isLight = FrameMarkGrid.single.border(column: column, row: row) {
        worstOfBorder = max(worstOfBorder, abs(part - (isLight ? 1 : 0)))
      } else {
        let isLight = part > 0.5
        word = word << 1 | (isLight ? 1 : 0)
        worst = max(worst, abs(part - (isLight ? 1 : 0)))
      }
    }
    guard worstOfBorder <= Self.borderDoubt else { return nil }
    let isClear = worst <= min(Self.maxDoubt, max(Self.doubt, worstOfBorder * Self.spread))
    finding = isClear ? FrameMark(word: word).map { .mark($0) } ?? .unclear : .unclear
  }
}
