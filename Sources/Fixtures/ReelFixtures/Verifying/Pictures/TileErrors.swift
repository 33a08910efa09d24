import ReelPlatform

/// The errors of a picture compared with its drawing, square by square.
struct TileErrors {
  /// The side of a square in pixels.
  static let side = BlockComparison.tile
  /// The PSNR in decibels below which a square may be spoiled.
  private static let worst = 12.0
  /// The same for a square drawn in one colour, which codecs damage least.
  private static let worstFlat = 20.0
  /// The maximum standard deviation of luma within one colour.
  private static let flat = 6.0
  /// The minimum distance in decibels to the better half of the other squares.
  private static let distance = 14.0

  /// The worst square that is wrong in an otherwise good picture; nil if there is none.
  private(set) var spoiled: (x: Int, y: Int, psnr: Double)?

  /// Finds a spoiled square.
  ///
  /// - Parameters:
  ///   - blocks: The comparison of a picture with its drawing.
  ///   - drawn: The drawing.
  init(_ blocks: BlockComparison, _ drawn: LumaPlane) {
    let (width, height) = (drawn.size.width, drawn.size.height)
    guard width >= 2 * Self.side, height >= 2 * Self.side else { return }
    var errors: [Double] = []
    errors.reserveCapacity(blocks.tiles.count)
    var found: (x: Int, y: Int, psnr: Double)?
    drawn.bytes.withUnsafeBufferPointer { drawn in
      for (index, sum) in blocks.tiles.enumerated() {
        let (row, column) = index.quotientAndRemainder(dividingBy: blocks.tileColumns)
        let mean = Double(sum) / Double(Self.side * Self.side)
        let tile = (x: column * Self.side, y: row * Self.side, psnr: 10 * log10(255 * 255 / max(mean, 1e-3)))
        errors.append(tile.psnr)
        guard tile.psnr < found?.psnr ?? Self.worstFlat else { continue }
        if tile.psnr < Self.worst || Self.isFlat(drawn, width: width, x: tile.x, y: tile.y) { found = tile }
      }
    }
    guard let found, let middle = Rhythm.median(errors), middle > found.psnr + Self.distance else { return }
    spoiled = found
  }

  /// Whether a square was drawn in nearly one colour.
  private static func isFlat(_ drawn: UnsafeBufferPointer<UInt8>, width: Int, x: Int, y: Int) -> Bool {
    var (sum, squares) = (0, 0)
    for line in y..<y + side {
      for level in drawn[line * width + x..<line * width + x + side] {
        sum += Int(level)
        squares += Int(level) * Int(level)
      }
    }
    let count = side * side
    return Double(squares * count - sum * sum) < flat * flat * Double(count * count)
  }
}
