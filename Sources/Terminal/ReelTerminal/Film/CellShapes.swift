/// Characters that must meet those in adjacent cells: boxes, blocks, Braille and powerline triangles.
///
/// A font draws them in its own size. Here they fill the cell to the pixel.
enum CellShapes {
  /// Returns the shape of a character in its cell; nil for one that a font draws.
  ///
  /// - Parameters:
  ///   - scalar: The character.
  ///   - width: The width of the cell, in pixels.
  ///   - height: The height of the cell, in pixels.
  ///   - line: The width of a thin line, in pixels.
  static func mask(of scalar: Unicode.Scalar, width: Int, height: Int, line: Int) -> CellMask? {
    switch scalar.value {
    case 0x2500...0x257F: return BoxShape(width: width, height: height, line: line).mask(Int(scalar.value - 0x2500))
    case 0x2580...0x259F: return block(Int(scalar.value), width, height)
    case 0x2800...0x28FF: return braille(Int(scalar.value - 0x2800), width, height)
    case 0x1FB00...0x1FB3B: return sextant(Int(scalar.value - 0x1FB00), width, height)
    case 0x1FB68...0x1FB6F: return triangle(Int(scalar.value - 0x1FB68), width, height)
    case 0x1FB70...0x1FB8B: return eighths(Int(scalar.value - 0x1FB70), width, height)
    case 0xE0A0: return branch(width, height, line)
    case 0xE0A2: return lock(width, height, line)
    case 0xE0B0...0xE0B7: return powerline(Int(scalar.value - 0xE0B0), width, height, line)
    case 0xE0B8...0xE0BF: return corner(Int(scalar.value - 0xE0B8), width, height, line)
    default: return nil
    }
  }

  /// A fraction of a length, rounded to a pixel, so that adjacent parts meet.
  static func part(_ length: Int, _ numerator: Int, _ denominator: Int) -> Int {
    (length * numerator * 2 + denominator) / (2 * denominator)
  }

  // MARK: Blocks

  private static func block(_ value: Int, _ width: Int, _ height: Int) -> CellMask {
    var mask = CellMask(width: width, height: height)
    switch value {
    case 0x2580: mask.fill(0, 0, width, part(height, 1, 2))
    case 0x2581...0x2588: mask.fill(0, height - part(height, value - 0x2580, 8), width, height)
    case 0x2589...0x258F: mask.fill(0, 0, part(width, 0x2590 - value, 8), height)
    case 0x2590: mask.fill(part(width, 1, 2), 0, width, height)
    case 0x2591...0x2593: mask.fill(0, 0, width, height, with: UInt8(64 * (value - 0x2590)))
    case 0x2594: mask.fill(0, 0, width, part(height, 1, 8))
    case 0x2595: mask.fill(width - part(width, 1, 8), 0, width, height)
    default:
      // Upper left, upper right, lower left, lower right.
      let quarters = [0b0010, 0b0001, 0b1000, 0b1011, 0b1001, 0b1110, 0b1101, 0b0100, 0b0110, 0b0111][value - 0x2596]
      let (x, y) = (part(width, 1, 2), part(height, 1, 2))
      if quarters & 8 != 0 { mask.fill(0, 0, x, y) }
      if quarters & 4 != 0 { mask.fill(x, 0, width, y) }
      if quarters & 2 != 0 { mask.fill(0, y, x, height) }
      if quarters & 1 != 0 { mask.fill(x, y, width, height) }
    }
    return mask
  }

  /// Two columns of three blocks, without the patterns that exist as other block characters.
  private static func sextant(_ index: Int, _ width: Int, _ height: Int) -> CellMask {
    var pattern = index + 1
    if pattern >= 0b010101 { pattern += 1 }
    if pattern >= 0b101010 { pattern += 1 }
    var mask = CellMask(width: width, height: height)
    let x = part(width, 1, 2)
    for bit in 0..<6 where pattern & 1 << bit != 0 {
      let (top, bottom) = (part(height, bit / 2, 3), part(height, bit / 2 + 1, 3))
      if bit.isMultiple(of: 2) { mask.fill(0, top, x, bottom) } else { mask.fill(x, top, width, bottom) }
    }
    return mask
  }

  // MARK: Braille

  private static func braille(_ pattern: Int, _ width: Int, _ height: Int) -> CellMask {
    // Braille originally had six dots; the lower two were added later.
    let dots = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
    let set = dots.enumerated().filter { pattern & 1 << $0.offset != 0 }.map(\.element)
    let radius = min(Double(width) / 4, Double(height) / 8) * 0.72
    var mask = CellMask(width: width, height: height)
    mask.cover { x, y in
      set.contains { column, row in
        let (dx, dy) = (
          x - Double(width) * (Double(column) * 2 + 1) / 4, y - Double(height) * (Double(row) * 2 + 1) / 8
        )
        return dx * dx + dy * dy <= radius * radius
      }
    }
    return mask
  }

  // MARK: Powerline

  /// Triangles and semicircles, filled or as outlines, that point right or left.
  private static func powerline(_ index: Int, _ width: Int, _ height: Int, _ line: Int) -> CellMask {
    let (w, h) = (Double(width), Double(height))
    let pointsLeft = index & 2 != 0
    let isLine = index & 1 != 0
    var mask = CellMask(width: width, height: height)
    mask.cover { x, y in
      let x = pointsLeft ? w - x : x
      let fromMiddle = abs(y - h / 2) / (h / 2)
      let reach = index < 4 ? w * (1 - fromMiddle) : w * (1 - fromMiddle * fromMiddle).squareRoot()
      return x <= reach
        && (!isLine || x >= reach - Double(line) * (index < 4 ? (1 + 4 * w * w / (h * h)).squareRoot() : 1.2))
    }
    return mask
  }
}
