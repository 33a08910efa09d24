/// The characters U+2500 to U+257F, drawn as lines from the middle of the cell to its edges.
struct BoxShape {
  let width: Int
  let height: Int
  /// The width of a thin line.
  ///
  /// A heavy line is twice as wide; a double line has the same gap between its two lines.
  let line: Int

  /// The line towards a side: none, thin, heavy or double.
  private enum Arm: UInt8 { case none, thin, heavy, double }

  /// The arms up, right, down and left of each character.
  ///
  /// Dashes, curves and diagonals are drawn separately.
  private static let arms: [[Arm]] = {
    let text = """
      0101 0202 1010 2020 0000 0000 0000 0000 0000 0000 0000 0000 0110 0210 0120 0220
      0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002 1110 1210 2110 1120
      2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022 0111 0112 0211 0212
      0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 1111 1112 1211 1212
      2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222 0000 0000 0000 0000
      0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003 1310 3130
      3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333 0000 0000 0000
      0000 0000 0000 0000 0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010
      """
    return text.split(whereSeparator: \.isWhitespace).map { word in
      word.utf8.map { Arm(rawValue: $0 - 0x30) ?? .none }
    }
  }()

  /// Returns the shape of a character, by its offset from U+2500.
  func mask(_ index: Int) -> CellMask {
    var mask = CellMask(width: width, height: height)
    switch index {
    case 0x04...0x0B: dash(index & 2 != 0, isHeavy: index & 1 != 0, count: index < 0x08 ? 3 : 4, &mask)
    case 0x4C...0x4F: dash(index & 2 != 0, isHeavy: index & 1 != 0, count: 2, &mask)
    case 0x6D...0x70: curve(index, &mask)
    case 0x71...0x73: slant(index, &mask)
    default: lines(Self.arms[index], &mask)
    }
    return mask
  }

  // MARK: Straight lines

  /// The start and end of a centred line of a width.
  private func band(_ length: Int, _ width: Int) -> (from: Int, to: Int) {
    let from = (length - line) / 2 - (width - line) / 2
    return (from, from + width)
  }

  /// The width of a line, including the gap of a double line.
  private func width(_ arm: Arm) -> Int { [0, line, 2 * line, 3 * line][Int(arm.rawValue)] }

  private func lines(_ arms: [Arm], _ mask: inout CellMask) {
    let doubles = arms.indices.filter { arms[$0] == .double }
    for side in doubles { drawDouble(side, arms, isGap: false, &mask) }
    for side in doubles { drawDouble(side, arms, isGap: true, &mask) }
    for side in arms.indices where arms[side] == .thin || arms[side] == .heavy { drawSingle(side, arms, &mask) }
  }

  /// Draws a line from the middle to a side.
  private func drawSingle(_ side: Int, _ arms: [Arm], _ mask: inout CellMask) {
    let neighbours = [arms[(side + 1) % 4], arms[(side + 3) % 4]]
    let opposite = arms[(side + 2) % 4]
    // The distance past the middle at which the line begins, to close corners: the far edge of the widest line it
    // meets.
    var reach = max(width(arms[side]), neighbours.map(width).max() ?? 0)
    if neighbours.contains(.double) {
      if opposite != .none { reach = line } else if !neighbours.contains(.none) { reach = -line }
    }
    if opposite == .none, neighbours == [.none, .none] { reach = line }
    fill(side, across: width(arms[side]), reach: reach, 255, &mask)
  }

  /// Draws a double line as one wide line, or clears its gap.
  private func drawDouble(_ side: Int, _ arms: [Arm], isGap: Bool, _ mask: inout CellMask) {
    let neighbours = [arms[(side + 1) % 4], arms[(side + 3) % 4]]
    let opposite = arms[(side + 2) % 4]
    let meetsDouble = neighbours.contains(.double)
    if isGap {
      let reach = opposite == .double ? line : meetsDouble ? line : neighbours == [.none, .none] ? line : -line
      fill(side, across: line, reach: reach, 0, &mask)
    } else {
      fill(side, across: 3 * line, reach: meetsDouble ? 3 * line : line, 255, &mask)
    }
  }

  /// Fills from a side to the far edge of a line through the middle.
  ///
  /// `reach` is that line's width; negative for the near edge.
  private func fill(_ side: Int, across: Int, reach: Int, _ value: UInt8, _ mask: inout CellMask) {
    let isVertical = side.isMultiple(of: 2)
    let (from, to) = band(isVertical ? width : height, across)
    let (near, far) = band(isVertical ? height : width, abs(reach))
    let length = isVertical ? height : width
    // Up and left start at 0 and end in the middle.
    let isFirst = side == 0 || side == 3
    let along = isFirst ? (0, reach < 0 ? near : far) : (reach < 0 ? far : near, length)
    if isVertical {
      mask.fill(from, along.0, to, along.1, with: value)
    } else {
      mask.fill(along.0, from, along.1, to, with: value)
    }
  }

  private func dash(_ isVertical: Bool, isHeavy: Bool, count: Int, _ mask: inout CellMask) {
    let length = isVertical ? height : width
    let (from, to) = band(isVertical ? width : height, isHeavy ? 2 * line : line)
    let gap = max(1, length / (count * 3))
    for index in 0..<count {
      let start = length * index / count + gap / 2
      let end = length * (index + 1) / count - (gap - gap / 2)
      if isVertical { mask.fill(from, start, to, end) } else { mask.fill(start, from, end, to) }
    }
  }

  // MARK: Curves and diagonals

  private func curve(_ index: Int, _ mask: inout CellMask) {
    // Down and right, down and left, up and left, up and right.
    let goesDown = index < 0x6F
    let goesRight = index == 0x6D || index == 0x70
    let (left, right) = band(width, line)
    let (top, bottom) = band(height, line)
    let middle = (x: Double(left + right) / 2, y: Double(top + bottom) / 2)
    let radius = min(goesRight ? Double(width) - middle.x : middle.x, goesDown ? Double(height) - middle.y : middle.y)
    let center = (x: middle.x + (goesRight ? radius : -radius), y: middle.y + (goesDown ? radius : -radius))
    let half = Double(line) / 2
    mask.cover { x, y in
      // Towards the two sides, measured from the arc's centre.
      let (dx, dy) = (goesRight ? x - center.x : center.x - x, goesDown ? y - center.y : center.y - y)
      if dx > 0 && dy > 0 { return false }
      if dx > 0 { return abs(y - middle.y) <= half }
      if dy > 0 { return abs(x - middle.x) <= half }
      return abs((dx * dx + dy * dy).squareRoot() - radius) <= half
    }
  }

  private func slant(_ index: Int, _ mask: inout CellMask) {
    let (w, h) = (Double(width), Double(height))
    let diagonal = (w * w + h * h).squareRoot()
    let half = Double(line) / 2
    mask.cover { x, y in
      let rising = abs((x * h + y * w - w * h) / diagonal) <= half
      let falling = abs((x * h - y * w) / diagonal) <= half
      return index == 0x71 ? rising : index == 0x72 ? falling : rising || falling
    }
  }
}
