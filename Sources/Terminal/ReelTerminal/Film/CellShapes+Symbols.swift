/// Shapes of modern prompts and charts: powerline corners and symbols, and the block elements added in Unicode 13.
extension CellShapes {
  // MARK: Powerline

  /// The four corners, each filled and as a line: lower left, lower right, upper left, upper right.
  static func corner(_ index: Int, _ width: Int, _ height: Int, _ line: Int) -> CellMask {
    let (w, h) = (Double(width), Double(height))
    let (isLine, isRight, isAbove) = (index & 1 != 0, index & 2 != 0, index & 4 != 0)
    // The distance of a point below the diagonal, in cells, and the factor to pixels.
    let pixels = w * h / (w * w + h * h).squareRoot()
    var mask = CellMask(width: width, height: height)
    mask.cover { x, y in
      // The upper left is the lower right seen from the other side.
      let below = isRight != isAbove ? y / h + x / w - 1 : y / h - x / w
      return isLine ? abs(below) * pixels <= Double(line) * 0.6 : isAbove ? below <= 0 : below >= 0
    }
    return mask
  }

  /// The version control branch: a line, and an arrow that branches off upwards.
  static func branch(_ width: Int, _ height: Int, _ line: Int) -> CellMask {
    let (w, h) = (Double(width), Double(height))
    let (left, right, tip) = (w * 0.28, w * 0.74, h * 0.3)
    let head = w * 0.2
    return strokes(
      [
        [(left, h * 0.16), (left, h * 0.84)], [(left, h * 0.68), (right, h * 0.5), (right, tip)],
        [(right - head, tip + head), (right, tip), (right + head, tip + head)],
      ], width, height, line)
  }

  /// The padlock, for read-only files.
  static func lock(_ width: Int, _ height: Int, _ line: Int) -> CellMask {
    let (w, h) = (Double(width), Double(height))
    var mask = strokes(
      [
        [(w * 0.28, h * 0.52), (w * 0.28, h * 0.4), (w * 0.38, h * 0.3), (w * 0.62, h * 0.3), (w * 0.72, h * 0.4)],
        [(w * 0.72, h * 0.4), (w * 0.72, h * 0.52)],
      ], width, height, line)
    mask.fill(part(width, 1, 8), part(height, 1, 2), width - part(width, 1, 8), part(height, 4, 5))
    return mask
  }

  /// Lines through points, with round caps.
  private static func strokes(
    _ paths: [[(x: Double, y: Double)]], _ width: Int, _ height: Int, _ line: Int
  ) -> CellMask {
    let reach = Double(line) * 0.6
    var mask = CellMask(width: width, height: height)
    mask.cover { x, y in
      paths.contains { points in
        zip(points, points.dropFirst()).contains { start, end in
          let (dx, dy) = (end.x - start.x, end.y - start.y)
          let along = ((x - start.x) * dx + (y - start.y) * dy) / max(dx * dx + dy * dy, 1e-9)
          let nearest = min(max(along, 0), 1)
          let (ox, oy) = (start.x + nearest * dx - x, start.y + nearest * dy - y)
          return ox * ox + oy * oy <= reach * reach
        }
      }
    }
    return mask
  }

  // MARK: Parts of blocks

  /// The four triangles between the middle of the cell and its sides: the cell without one, and one alone, each in the
  /// order left, upper, right, lower.
  static func triangle(_ index: Int, _ width: Int, _ height: Int) -> CellMask {
    let (w, h) = (Double(width), Double(height))
    var mask = CellMask(width: width, height: height)
    mask.cover { x, y in
      let sides = [x / w, y / h, 1 - x / w, 1 - y / h]
      let isInside = sides.allSatisfy { sides[index % 4] <= $0 }
      return isInside == (index >= 4)
    }
    return mask
  }

  /// Lines of an eighth of the cell, pairs of them along the sides, and blocks from the top and from the right.
  static func eighths(_ index: Int, _ width: Int, _ height: Int) -> CellMask {
    var mask = CellMask(width: width, height: height)
    func column(_ number: Int) { mask.fill(part(width, number, 8), 0, part(width, number + 1, 8), height) }
    func row(_ number: Int) { mask.fill(0, part(height, number, 8), width, part(height, number + 1, 8)) }
    switch index {
    case 0...5: column(index + 1)
    case 6...11: row(index - 5)
    case 12...15:
      column([0, 0, 7, 7][index - 12])
      row([7, 0, 0, 7][index - 12])
    case 16: for number in [0, 7] { row(number) }
    case 17: for number in [0, 2, 4, 7] { row(number) }
    case 18...22: mask.fill(0, 0, width, part(height, [2, 3, 5, 6, 7][index - 18], 8))
    default: mask.fill(part(width, 8 - [2, 3, 5, 6, 7][index - 23], 8), 0, width, height)
    }
    return mask
  }
}
