import ReelGeometry

/// The search for a mark of unknown position, size and rotation.
///
/// At any scale, the alternating side of a mark is a run of as many equally spaced changes as it has columns, and it
/// begins and ends in black. The search looks for such a run in every line of the picture, then in every column. The
/// black side next to it gives the other extent.
struct FrameMarkSearch {
  /// A mark that was found.
  struct Found {
    var pose: FrameMarkPose
    var finding: FrameMarkReader.Finding
    var levels: FrameMarkLevels
    /// The grid of the mark.
    var grid = FrameMarkGrid.single
    /// Whether it is the second mark of a frame.
    var isSecond = false
  }

  /// The minimum cell size in pixels.
  ///
  /// Smaller cells cannot be distinguished from noise.
  private static let minCell = 2.5
  /// The minimum slant in degrees.
  ///
  /// Smaller angles cannot be distinguished from edges that a codec blurred.
  private static let minSlant = 0.7
  /// The minimum cell size in pixels at which edges are long enough to follow.
  private static let minSlantedCell = 5.0
  /// The number of false candidates after which the search gives up.
  private static let patience = 256

  private let plane: GrayPlane
  /// The maximum level of dark pixels after the mask has inverted them.
  private let dark: UInt8
  private let mask: UInt8
  /// The line of the run tried last, and the number of poses tried so far.
  private var last = (line: -1, isTurned: false, tried: 0)
  private var tried = 0
  private var unclear: Found?

  /// Creates a search for marks whose black and white are on either side of a level.
  ///
  /// - Parameters:
  ///   - plane: The picture.
  ///   - threshold: The maximum level of dark pixels.
  ///   - isNegative: Whether black and white are swapped.
  private init(_ plane: GrayPlane, threshold: UInt8, isNegative: Bool) {
    self.plane = plane
    mask = isNegative ? 255 : 0
    dark = isNegative ? 254 - threshold : threshold
  }

  /// Searches a picture at any levels of black and white.
  ///
  /// A readable mark takes precedence over an unreadable one.
  ///
  /// - Parameters:
  ///   - plane: The picture.
  ///   - grids: The grids that the mark may have.
  ///   - isThorough: Whether to try all levels between black and white, and the negative.
  static func run(_ plane: GrayPlane, grids: [FrameMarkGrid], isThorough: Bool = true) -> Found? {
    var lines = LevelLines(plane, shapes: grids.map { .init($0, minCell: minCell) })
    var unclear: Found?
    for threshold in isThorough ? plane.thresholds : Array(plane.thresholds.prefix(2)) {
      var search = FrameMarkSearch(plane, threshold: threshold, isNegative: false)
      var (mark, negatives): (Found?, [LevelRow]) = (nil, [])
      let isFound = lines.contains(threshold: threshold) { row in
        if row.isNegative {
          if isThorough { negatives.append(row) }
        } else {
          mark = search.tryRow(row)
        }
        return mark != nil
      }
      if isFound { return mark }
      unclear = unclear ?? search.unclear
      search = FrameMarkSearch(plane, threshold: threshold, isNegative: true)
      for row in negatives {
        if let mark = search.tryRow(row) { return mark }
      }
      unclear = unclear ?? search.unclear
    }
    return unclear
  }

  /// The position between the centres of two pixels at which the level crosses the threshold.
  private func crossing(_ before: UInt8, _ after: UInt8, at index: Int) -> Double {
    let part = (Double(before) - Double(dark) - 0.5) / (Double(before) - Double(after))
    return max(0, min(Double(index) - 0.5 + part, Double(index) + 0.5))
  }

  /// Tries a run of changes as the alternating side of a mark.
  private mutating func tryRow(_ row: LevelRow) -> Found? {
    let (line, isTurned) = (row.line, row.isTurned)
    if last.line != line || last.isTurned != isTurned { last = (line, isTurned, tried) }
    guard last.tried < Self.patience, let (start, end) = ends(of: row) else { return nil }
    let grid = row.changes.count == FrameMarkGrid.double.columns ? FrameMarkGrid.double : .single
    let cell = (end - start) / Double(grid.columns - 1)
    // The black side is at the beginning of the run, or at the end in a mirrored picture.
    for (origin, along) in [(start, cell), (end, -cell)] {
      if let found = tryBar(origin: origin, along: along, line: line, isTurned: isTurned, grid) { return found }
    }
    return nil
  }

  /// The exact start and end of a run; nil if its changes are not equally spaced.
  private func ends(of row: LevelRow) -> (start: Double, end: Double)? {
    let (count, step) = row.isTurned ? (plane.height, plane.stride) : (plane.width, 1)
    let base = plane.base + row.line * (row.isTurned ? 1 : plane.stride)
    // Everything outside the picture counts as white, so that a mark cropped to its border is found.
    func level(_ index: Int) -> UInt8 { index >= 0 && index < count ? base[index * step] ^ mask : 255 }
    func change(_ index: Int) -> Double { crossing(level(index - 1), level(index), at: index) }
    let cells = row.changes.count - 1
    let (start, end) = (change(row.changes[0]), change(row.changes[cells]))
    let cell = (end - start) / Double(cells)
    guard cell >= Self.minCell else { return nil }
    let tolerance = 0.3 * cell + 0.6
    var before = start
    for index in row.changes.dropFirst() {
      let change = change(index)
      guard abs(change - before - cell) <= tolerance else { return nil }
      before = change
    }
    return (start, end)
  }

  /// Tries the extent of the black side, whose first cell begins the run.
  private mutating func tryBar(origin: Double, along: Double, line: Int, isTurned: Bool, _ grid: FrameMarkGrid)
    -> Found?
  {
    let limit = isTurned ? plane.width : plane.height
    let position = min(max(0, Int(clamping: origin + along / 2)), (isTurned ? plane.height : plane.width) - 1)
    func level(_ index: Int) -> UInt8 {
      guard index >= 0, index < limit else { return 255 }
      return plane.base[isTurned ? position * plane.stride + index : index * plane.stride + position] ^ mask
    }
    guard level(line) <= dark else { return nil }
    // A bar much longer than eight cells of this shape is not a mark: pictures are not stretched more than threefold.
    let reach = Int(clamping: abs(along) * 3 * Double(FrameMarkGrid.rows))
    var (low, high) = (line, line)
    while level(low - 1) <= dark {
      low -= 1
      if line - low > reach { return nil }
    }
    while level(high + 1) <= dark {
      high += 1
      if high - line > reach { return nil }
    }
    let top = crossing(level(low - 1), level(low), at: low)
    let bottom = crossing(level(high), level(high + 1), at: high + 1)
    let across = (bottom - top) / Double(FrameMarkGrid.rows)
    let middle = Double(line) + 0.5
    let isFirst = middle - top < across
    var upright: Found?
    if across >= Self.minCell, isFirst || bottom - middle < across {
      upright = tryPose(
        origin: (origin, isFirst ? top : bottom), along: along, across: isFirst ? across : -across, isTurned: isTurned,
        grid)
    }
    // Even in a flattened and slanted picture the black side is longer than this.
    guard bottom - top > 1.5 * abs(along) else { return upright }
    // A mark that leans slightly is readable anyway, but only its edges give the angle.
    let slanted = trySlanted(origin: origin, along: along, line: line, isTurned: isTurned, grid)
    guard let upright else { return slanted }
    guard let slanted, slanted.finding == upright.finding else { return upright }
    return slanted.pose.leans(by: Self.minSlant) ? slanted : upright
  }

  /// Tries a slanted mark by following its edges.
  private mutating func trySlanted(origin: Double, along: Double, line: Int, isTurned: Bool, _ grid: FrameMarkGrid)
    -> Found?
  {
    guard abs(along) >= Self.minSlantedCell else { return nil }
    for direction in [1, -1] {
      let edges = FrameMarkEdges(plane, dark: dark, mask: mask, isTurned: isTurned, columns: grid.columns)
      guard let pose = edges.pose(origin: origin, along: along, line: line, direction: direction) else { continue }
      if let found = tryPose(pose, grid) { return found }
    }
    return nil
  }

  private mutating func tryPose(
    origin: (along: Double, across: Double), along: Double, across: Double, isTurned: Bool, _ grid: FrameMarkGrid
  ) -> Found? {
    let pose =
      isTurned
      ? FrameMarkPose(
        origin: Point(x: origin.across, y: origin.along), column: Vector(dx: 0, dy: along),
        row: Vector(dx: across, dy: 0))
      : FrameMarkPose(
        origin: Point(x: origin.along, y: origin.across), column: Vector(dx: along, dy: 0),
        row: Vector(dx: 0, dy: across))
    return tryPose(pose, grid)
  }

  private mutating func tryPose(_ pose: FrameMarkPose, _ grid: FrameMarkGrid) -> Found? {
    tried += 1
    guard grid == .single else { return tryDouble(pose) }
    guard let sample = FrameMarkSample(plane, at: pose) else { return nil }
    let found = Found(pose: pose, finding: sample.finding, levels: sample.levels)
    if case .mark = sample.finding { return found }
    unclear = unclear ?? found
    return nil
  }

  /// Tries a mark of version 2 as the first and as the second mark of a frame.
  private mutating func tryDouble(_ pose: FrameMarkPose) -> Found? {
    guard let evidence = FrameMarkEvidence(plane, at: pose, isSecond: false) else { return nil }
    for (evidence, isSecond) in [(evidence, false), (evidence.exchanged, true)] {
      guard let mark = FrameMarkDecoder(evidence).mark else { continue }
      return Found(pose: pose, finding: .mark(mark), levels: evidence.levels, grid: .double, isSecond: isSecond)
    }
    unclear = unclear ?? Found(pose: pose, finding: .unclear, levels: evidence.levels, grid: .double)
    return nil
  }
}
