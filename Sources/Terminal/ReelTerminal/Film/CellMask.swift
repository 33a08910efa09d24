import ReelCanvas

/// The coverage of each pixel of a cell by a shape, 0 to 255.
struct CellMask: Equatable {
  let width: Int
  let height: Int
  private(set) var coverage: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    coverage = Array(repeating: 0, count: width * height)
  }

  /// Takes the coverage of a white drawing on a transparent ground; nil if it contains other colours.
  init?(coverageOfWhite picture: Bitmap) {
    self.init(width: picture.width, height: picture.height)
    for row in 0..<height {
      for column in 0..<width {
        let pixel = picture[column, row]
        guard pixel.red == pixel.alpha, pixel.green == pixel.alpha, pixel.blue == pixel.alpha else { return nil }
        coverage[row * width + column] = pixel.alpha
      }
    }
  }

  /// Fills the part of a rectangle that is in the cell, given by its left, top, right and bottom.
  mutating func fill(_ left: Int, _ top: Int, _ right: Int, _ bottom: Int, with value: UInt8 = 255) {
    let columns = max(0, left)..<max(0, left, min(width, right))
    for row in max(0, top)..<max(0, top, min(height, bottom)) {
      for column in columns { coverage[row * width + column] = value }
    }
  }

  /// Covers the points inside a shape, with antialiased edges.
  mutating func cover(_ isInside: (_ x: Double, _ y: Double) -> Bool) {
    let steps = 4
    for row in 0..<height {
      for column in 0..<width {
        var count = 0
        for part in 0..<steps * steps {
          let x = Double(column) + (Double(part % steps) + 0.5) / Double(steps)
          let y = Double(row) + (Double(part / steps) + 0.5) / Double(steps)
          if isInside(x, y) { count += 1 }
        }
        let value = UInt8(count * 255 / (steps * steps))
        coverage[row * width + column] = max(coverage[row * width + column], value)
      }
    }
  }

  /// Covers a wave that continues in the next cell.
  mutating func wave(from top: Int, line: Int, period: Int) {
    let middle = Double(top) + 1.5 * Double(line)
    let half = Double(max(1, period)) / 2
    cover { x, y in
      // Two parabolas, up and down, in each period.
      let phase = (x / half).rounded(.down)
      let part = x / half - phase
      let arch = 4 * part * (1 - part) * Double(line)
      let center = middle + (Int(clamping: phase).isMultiple(of: 2) ? -arch : arch)
      return abs(y - center) <= Double(line) * 0.6
    }
  }

  /// Draws a colour over a picture through the mask.
  func lay(on picture: inout Bitmap, _ color: Pixel) {
    guard coverage.contains(where: { $0 > 0 }) else { return }
    for row in 0..<min(height, picture.height) {
      for column in 0..<min(width, picture.width) {
        let alpha = Int(coverage[row * width + column])
        guard alpha > 0 else { continue }
        let below = picture[column, row]
        func mixed(_ above: UInt8, _ below: UInt8) -> UInt8 {
          UInt8((Int(above) * alpha + Int(below) * (255 - alpha) + 127) / 255)
        }
        picture[column, row] = Pixel(
          red: mixed(color.red, below.red), green: mixed(color.green, below.green),
          blue: mixed(color.blue, below.blue), alpha: mixed(255, below.alpha))
      }
    }
  }
}
