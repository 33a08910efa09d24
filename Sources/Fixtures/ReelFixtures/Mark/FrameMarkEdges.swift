import ReelGeometry

/// Follows the outer edges of a mark that is rotated by a few degrees or sheared.
struct FrameMarkEdges {
  private let plane: GrayPlane
  private let dark: UInt8
  private let mask: UInt8
  private let isTurned: Bool
  private let columns: Int
  private let size: (along: Int, across: Int)

  /// - Parameters:
  ///   - plane: The picture.
  ///   - dark: The maximum level of dark pixels after the mask has inverted them.
  ///   - mask: 255 if black and white are swapped.
  ///   - isTurned: Whether the alternating side was found in a column of pixels.
  ///   - columns: The number of cells in the alternating side.
  init(_ plane: GrayPlane, dark: UInt8, mask: UInt8, isTurned: Bool, columns: Int) {
    self.columns = columns
    (self.plane, self.dark, self.mask, self.isTurned) = (plane, dark, mask, isTurned)
    size = isTurned ? (plane.height, plane.width) : (plane.width, plane.height)
  }

  /// Finds the pose of a mark whose alternating side crosses a line of pixels.
  ///
  /// - Parameters:
  ///   - origin: Where the outer edge of the black side crosses the line.
  ///   - along: The distance from one column to the next on the line.
  ///   - line: The line.
  ///   - direction: 1 if the black side continues towards higher lines, -1 if towards lower ones.
  func pose(origin: Double, along: Double, line: Int, direction: Int) -> FrameMarkPose? {
    // The alternating side's own outer edge, at each of its black cells.
    let tops = stride(from: 0, to: columns, by: 2).compactMap { cell -> (x: Double, y: Double)? in
      let x = origin + (Double(cell) + 0.5) * along
      return edge(from: line, at: Int(clamping: x), step: -direction, most: 2 * abs(along)).map { (x, $0) }
    }
    guard tops.count == columns / 2, let top = Line(tops), abs(top.slope) < Self.steepest else { return nil }
    // The black side's outer edge, line by line.
    var (edges, middle, index) = ([(x: Double, y: Double)](), origin + along / 2, line)
    let reach = Int(clamping: abs(along) * 3 * Double(FrameMarkGrid.rows))
    while isDark(Int(clamping: middle), index), abs(index - line) <= reach {
      guard let edge = edge(fromColumn: middle, line: index, step: along > 0 ? -1 : 1, most: 2 * abs(along)) else {
        return nil
      }
      edges.append((Double(index) + 0.5, edge))
      middle = edge + along / 2
      index += direction
    }
    guard edges.count > 4 * Int(FrameMarkGrid.rows), let side = Line(Array(edges.dropLast(2))),
      abs(side.slope) < Self.steepest
    else { return nil }
    return pose(top, side, along: along, bottom: Double(index) + (direction > 0 ? 0 : 1))
  }

  /// The steepest slope of a mark's edge: the tangent of about nine degrees.
  private static let steepest = 0.16

  /// A straight line: y = slope · x + offset.
  private struct Line {
    var slope: Double
    var offset: Double

    /// Fits a line by least squares; nil if a point is far from the line.
    init?(_ points: [(x: Double, y: Double)]) {
      var fit = StretchFit()
      for point in points { fit.add(point.y, at: point.x) }
      let slope = fit.slope
      slope.isFinite ? (self.slope = slope) : (self.slope = 0)
      let count = Double(points.count)
      offset = points.reduce(0) { $0 + $1.y - slope * $1.x } / count
      let offset = offset
      guard points.allSatisfy({ abs($0.y - slope * $0.x - offset) < 1.5 }) else { return nil }
    }
  }

  /// Computes the pose from the intersection of the mark's two edges.
  private func pose(_ top: Line, _ side: Line, along: Double, bottom: Double) -> FrameMarkPose? {
    // top: y = s·x + c; side: x = r·y + d.
    let (s, r) = (top.slope, side.slope)
    let y = (s * side.offset + top.offset) / (1 - s * r)
    let x = r * y + side.offset
    let column = (along: along / (1 - s * r), across: s * along / (1 - s * r))
    let across = (bottom - y - column.across / 2) / Double(FrameMarkGrid.rows)
    let row = (along: r * across, across: across)
    guard abs(across) > 2, abs(across) < 3 * abs(along) else { return nil }
    return isTurned
      ? FrameMarkPose(
        origin: Point(x: y, y: x), column: Vector(dx: column.across, dy: column.along),
        row: Vector(dx: row.across, dy: row.along))
      : FrameMarkPose(
        origin: Point(x: x, y: y), column: Vector(dx: column.along, dy: column.across),
        row: Vector(dx: row.along, dy: row.across))
  }

  // MARK: - Pixels

  /// The level of a pixel.
  ///
  /// Everything outside the picture is white.
  private func level(_ along: Int, _ across: Int) -> UInt8 {
    guard along >= 0, across >= 0, along < size.along, across < size.across else { return 255 }
    return plane.base[isTurned ? along * plane.stride + across : across * plane.stride + along] ^ mask
  }

  private func isDark(_ along: Int, _ across: Int) -> Bool { level(along, across) <= dark }

  /// Where a column of pixels becomes light, starting from a dark line.
  private func edge(from line: Int, at column: Int, step: Int, most: Double) -> Double? {
    var index = line
    while isDark(column, index) {
      index += step
      if Double(abs(index - line)) > most { return nil }
    }
    return index == line ? nil : crossing(level(column, index - step), level(column, index), at: index, step: step)
  }

  /// Where a line of pixels becomes light, starting from a dark column.
  private func edge(fromColumn column: Double, line: Int, step: Int, most: Double) -> Double? {
    var index = Int(clamping: column)
    while isDark(index, line) {
      index += step
      if abs(Double(index) - column) > most { return nil }
    }
    return crossing(level(index - step, line), level(index, line), at: index, step: step)
  }

  /// The point between the centres of a dark and a light pixel at which the level reaches the threshold.
  private func crossing(_ before: UInt8, _ after: UInt8, at index: Int, step: Int) -> Double {
    let part = (Double(dark) + 0.5 - Double(before)) / max(1, Double(after) - Double(before))
    return Double(index) + 0.5 - Double(step) * (1 - min(max(0, part), 1))
  }
}

extension GrayPlane {
  /// The candidate levels between a mark's black and white, most likely first.
  ///
  /// A filter may have shifted and compressed them, but the rest of the picture hardly has a wider range.
  var thresholds: [UInt8] {
    var counts = [Int](repeating: 0, count: 256)
    var total = 0
    for line in Swift.stride(from: 0, to: height, by: 3) {
      let row = base + line * stride
      for column in Swift.stride(from: 0, to: width, by: 3) { counts[Int(row[column])] += 1 }
      total += (width + 2) / 3
    }
    func quantile(_ part: Double) -> Int {
      var rest = Double(total) * part
      for (level, count) in counts.enumerated() {
        rest -= Double(count)
        if rest <= 0 { return level }
      }
      return 255
    }
    let (low, high) = (quantile(0.005), quantile(0.995))
    guard low + 8 < high else { return [127] }
    let middle = (low + high) / 2
    let others = Swift.stride(from: 19, through: 235, by: 24).filter { low < $0 && $0 < high }
      .sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
    return ([127, middle] + others).reduce(into: []) { list, level in
      if !list.contains(UInt8(level)) { list.append(UInt8(level)) }
    }
  }
}
