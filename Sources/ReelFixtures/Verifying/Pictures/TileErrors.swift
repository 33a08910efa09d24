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
  /// And it is, where half of the others are better by so many decibels.
  private static let distance = 14.0

  /// The first square, from the top left, that is wrong in a picture that is good otherwise; nil where there is none.
  private(set) var spoiled: (x: Int, y: Int, psnr: Double)?

  /// Compares two planes of one size.
  init(_ seen: LumaPlane, _ drawn: LumaPlane) {
    let (width, height) = (seen.size.width, seen.size.height)
    // What is left at the edges is compared with the last whole square.
    guard width >= 2 * Self.side, height >= 2 * Self.side else { return }
    var errors: [(x: Int, y: Int, psnr: Double)] = []
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
            errors.append((x, y, 10 * log10(255 * 255 / max(mean, 1e-3))))
          }
        }
      }
    }
    guard let worst = errors.min(by: { $0.psnr < $1.psnr }), worst.psnr < Self.worst,
      let middle = Rhythm.median(errors.map(\.psnr)), middle > worst.psnr + Self.distance
    else { return }
    spoiled = worst
  }
}
