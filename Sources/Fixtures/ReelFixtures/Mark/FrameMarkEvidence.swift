import ReelGeometry

/// The bits of a mark of version 2 as sampled from its cells, each with its certainty.
struct FrameMarkEvidence {
  /// The minimum difference between the means of the border's dark and light cells, of 255.
  private static let minContrast = 24.0
  /// The maximum mean distance of border cells from black and white, relative to the contrast.
  private static let maxNoise = 0.3

  /// The value of each bit of each word, from the highest bit of the first word: 1 for a certain 1, −1 for a certain 0.
  var values: [Float]
  /// The mean distance of border cells from black and white, relative to the contrast.
  private(set) var noise: Double
  /// The levels of black and white in the mark.
  private(set) var levels: FrameMarkLevels

  /// Samples the cells of a mark; nil if the border is not that of a mark.
  ///
  /// - Parameters:
  ///   - plane: The picture.
  ///   - pose: The presumed pose of the mark.
  ///   - isSecond: Whether to read the cells as the second mark.
  ///   - isCut: Whether some cells may be outside the picture; their values are 0.
  init?(_ plane: GrayPlane, at pose: FrameMarkPose, isSecond: Bool, isCut: Bool = false) {
    let grid = FrameMarkGrid.double
    // More than the inner half of a cell, since these cells may be small; only the half if the mark leans.
    let part = pose.isUpright ? 1.0 / 3 : 1.0 / 4
    let halfWidth = max(abs(pose.column.dx), abs(pose.row.dx)) * part
    let halfHeight = max(abs(pose.column.dy), abs(pose.row.dy)) * part
    func level(_ column: Int, _ row: Int) -> Float? {
      let (u, v) = (Double(column) + 0.5, Double(row) + 0.5)
      let x = pose.origin.x + u * pose.column.dx + v * pose.row.dx
      let y = pose.origin.y + u * pose.column.dy + v * pose.row.dy
      return plane.share(x: x, y: y, halfWidth: halfWidth, halfHeight: halfHeight).map { Float($0) }
    }
    // Most candidates have no border and are rejected here.
    guard let border = Border(grid, level, isCut: isCut), abs(border.contrast) >= Self.minContrast,
      border.noise <= Self.maxNoise
    else { return nil }
    noise = border.noise
    levels = border.levels
    let (black, contrast) = (Float(border.black), Float(border.contrast))
    values = []
    values.reserveCapacity(ReedSolomon.count * FrameMark.wordLength)
    for index in 0..<ReedSolomon.count * FrameMark.wordLength {
      let (word, bit) = index.quotientAndRemainder(dividingBy: FrameMark.wordLength)
      guard let level = level(word + 1, bit + 1) else {
        guard isCut else { return nil }
        values.append(0)
        continue
      }
      let value = max(-1, min(1, 2 * ((level - black) / contrast) - 1))
      values.append(FrameMark.isLightOne(word: word, bit: bit, isSecond: isSecond) ? value : -value)
    }
  }

  /// The same cells read as the other mark.
  var exchanged: FrameMarkEvidence {
    var other = self
    other.values = values.map { -$0 }
    return other
  }

  /// Combines the evidence from both marks of a frame.
  ///
  /// A cell that only one of them shows counts in full.
  static func both(_ a: FrameMarkEvidence, _ b: FrameMarkEvidence) -> FrameMarkEvidence {
    var sum = a
    sum.values = zip(a.values, b.values).map { $0 == 0 || $1 == 0 ? $0 + $1 : ($0 + $1) / 2 }
    sum.noise = (a.noise + b.noise) / 2
    return sum
  }

  /// The black and white levels of the border.
  private struct Border {
    var black: Double
    var contrast: Double
    var noise: Double
    var levels: FrameMarkLevels

    /// The fewest dark and light cells by which a cut border is recognized.
    private static let fewest = 3

    init?(_ grid: FrameMarkGrid, _ level: (Int, Int) -> Float?, isCut: Bool) {
      var (darks, lights): ([Double], [Double]) = ([], [])
      for row in 0..<FrameMarkGrid.rows {
        for column in 0..<grid.columns {
          guard let isLight = grid.border(column: column, row: row) else { continue }
          guard let level = level(column, row) else {
            guard isCut else { return nil }
            continue
          }
          if isLight { lights.append(Double(level)) } else { darks.append(Double(level)) }
        }
      }
      guard min(darks.count, lights.count) >= Self.fewest else { return nil }
      let black = darks.reduce(0, +) / Double(darks.count)
      let white = lights.reduce(0, +) / Double(lights.count)
      guard white != black else { return nil }
      (self.black, contrast) = (black, white - black)
      let errors =
        darks.reduce(0) { $0 + abs($1 - black) } + lights.reduce(0) { $0 + abs($1 - white) }
      noise = errors / Double(darks.count + lights.count) / abs(white - black)
      // Blurring shifts a mark's blacks and whites, but the extremes the least.
      levels =
        white > black
        ? FrameMarkLevels(black: darks.min() ?? 0, white: lights.max() ?? 255)
        : FrameMarkLevels(black: darks.max() ?? 255, white: lights.min() ?? 0)
    }
  }
}

extension GrayPlane {
  /// The mean of a rectangle with partly covered pixels weighted by area; nil if its centre is outside the picture.
  func share(x: Double, y: Double, halfWidth: Double, halfHeight: Double) -> Double? {
    // In large cells every pixel has the same weight.
    if halfWidth > 4, halfHeight > 4 { return mean(x: x, y: y, halfWidth: halfWidth, halfHeight: halfHeight) }
    guard x >= 0, y >= 0, x < Double(width), y < Double(height), halfWidth > 0, halfHeight > 0 else { return nil }
    let (left, right) = (max(0, x - halfWidth), min(Double(width), x + halfWidth))
    let (top, bottom) = (max(0, y - halfHeight), min(Double(height), y + halfHeight))
    var (sum, area) = (0.0, 0.0)
    for line in Int(clamping: top)..<min(height, Int(clamping: bottom.rounded(.up))) {
      let rowShare = min(bottom, Double(line + 1)) - max(top, Double(line))
      let row = base + line * stride
      for column in Int(clamping: left)..<min(width, Int(clamping: right.rounded(.up))) {
        let share = rowShare * (min(right, Double(column + 1)) - max(left, Double(column)))
        sum += share * Double(row[column])
        area += share
      }
    }
    return area > 0 ? sum / area : nil
  }
}
