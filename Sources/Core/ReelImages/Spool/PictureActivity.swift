import ReelGeometry

/// How much happens around each pixel of a picture: the variance of luma in its block, in eight steps that double.
struct PictureActivity {
  /// The side of a block, in pixels.
  private static let side = 8
  /// A constant that is added to the variance, as SSIM does, and the sum from which a block has step 1.
  private static let (still, first) = (30, 46)

  private let size: PixelSize
  private let columns: Int
  private var steps: [UInt8]

  /// Creates the activity of an even picture.
  init(_ size: PixelSize) {
    self.size = size
    columns = (size.width + Self.side - 1) / Self.side
    steps = Array(repeating: 0, count: columns * ((size.height + Self.side - 1) / Self.side))
  }

  /// Returns a pixel's step, from 0 to 7.
  subscript(row: Int, column: Int) -> UInt32 { UInt32(steps[row / Self.side * columns + column / Self.side]) }

  /// Measures the blocks that begin in a row, within columns.
  mutating func measure(_ picture: [UInt32], row: Int, _ range: Range<Int>) {
    guard row % Self.side == 0, !range.isEmpty else { return }
    picture.withUnsafeBufferPointer { picture in
      for column in range.lowerBound / Self.side...(range.upperBound - 1) / Self.side {
        let x = column * Self.side..<min(size.width, (column + 1) * Self.side)
        let y = row..<min(size.height, row + Self.side)
        let variance = Self.deviation(picture, width: size.width, x, y) / (x.count * y.count)
        var (step, bound) = (UInt8(0), Self.first)
        while step < 7, variance + Self.still >= bound { (step, bound) = (step + 1, 2 * bound) }
        steps[row / Self.side * columns + column] = step
      }
    }
  }

  /// Returns the sum of the squared distances of luma from its mean in a rectangle of a picture.
  static func deviation(
    _ picture: UnsafeBufferPointer<UInt32>, width: Int, _ x: Range<Int>, _ y: Range<Int>
  ) -> Int {
    var (sum, squares) = (0, 0)
    for row in y {
      for word in picture[row * width + x.lowerBound..<row * width + x.upperBound] {
        let light = Int(77 * (word >> 16 & 255) + 150 * (word >> 8 & 255) + 29 * (word & 255)) >> 8
        sum += light
        squares += light * light
      }
    }
    return squares - sum * sum / (x.count * y.count)
  }
}
