#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How far the parts of a picture are from what was drawn, square by square.
struct TileErrors {
  /// The side of a square in pixels.
  static let side = 32
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

  /// Compares two planes of one size.
  init(_ seen: LumaPlane, _ drawn: LumaPlane) {
    let (width, height) = (seen.size.width, seen.size.height)
    // What is left at the edges is compared with the last whole square.
    guard width >= 2 * Self.side, height >= 2 * Self.side else { return }
    var errors: [(x: Int, y: Int, psnr: Double)] = []
    var found: (x: Int, y: Int, psnr: Double)?
    seen.bytes.withUnsafeBufferPointer { seen in
      drawn.bytes.withUnsafeBufferPointer { drawn in
        for y in stride(from: 0, through: height - Self.side, by: Self.side) {
          for x in stride(from: 0, through: width - Self.side, by: Self.side) {
            var sum = 0
            for line in y..<y + Self.side {
              sum += SquaredErrors.sum(
                UnsafeRawBufferPointer(seen), UnsafeRawBufferPointer(drawn), from: line * width + x, count: Self.side)
            }
            let mean = Double(sum) / Double(Self.side * Self.side)
            let tile = (x, y, psnr: 10 * log10(255 * 255 / max(mean, 1e-3)))
            errors.append(tile)
            guard tile.psnr < found?.psnr ?? Self.worstFlat else { continue }
            if tile.psnr < Self.worst || Self.isFlat(drawn, width: width, x: x, y: y) { found = tile }
          }
        }
      }
    }
    guard let found, let middle = Rhythm.median(errors.map(\.psnr)), middle > found.psnr + Self.distance else { return }
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
