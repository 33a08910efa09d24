import ReelPlatform

/// How far the parts of a picture are from what was drawn, square by square.
struct TileErrors {
  /// The side of a square in pixels.
  static let side = BlockComparison.tile
  /// A square that is worse than so many decibels may be spoiled.
  private static let worst = 12.0
  /// A square that was drawn in one colour, which codecs spoil last, may be when it is worse than so many.
  private static let worstFlat = 20.0
  /// Levels of luma that differ by so much on average are those of one colour.
  private static let flat = 6.0
  /// And it is, where half of the others are better by so many decibels.
  private static let distance = 14.0

  /// The worst square that is wrong in a picture that is good otherwise; nil where there is none.
  private(set) var spoiled: (x: Int, y: Int, psnr: Double)?

  /// Looks for one.
  ///
  /// - Parameters:
  ///   - blocks: how a picture differs from the drawing.
  ///   - drawn: the drawing.
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

  /// Whether a square was drawn in one colour, or nearly so.
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
