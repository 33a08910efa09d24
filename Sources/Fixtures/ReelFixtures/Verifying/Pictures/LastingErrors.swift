import ReelPlatform

/// Finds a part of small pictures that is wrong in all of them, such as a logo.
///
/// The part may be smaller than what `TileErrors` detects in one picture. A codec may damage a few pixels that much in
/// any picture, but not in all of them.
struct LastingErrors: Sendable {
  /// A part and the number of pictures in which it is wrong.
  struct Part: Hashable, Sendable {
    var x: Int
    var y: Int
    var psnr: Double
    var count: Int
  }

  /// The side of a part in pixels.
  static let side = 16
  /// The maximum number of pixels in a picture.
  ///
  /// In larger ones a part of this size is a detail that a codec may damage for long.
  private static let largestArea = 320 * 240
  /// The PSNR in decibels below which a part is wrong.
  private static let worst = 11.0
  /// The minimum distance in decibels to the better half of the other parts.
  private static let distance = 24.0
  /// The minimum number of pictures for a verdict.
  private static let minCount = 10

  private var columns = 0
  /// The sums of squared differences of each part, and the numbers of pictures in which it is wrong.
  private var sums: [Int] = []
  private var wrong: [Int] = []
  private var count = 0

  /// Compares a picture with the expected picture.
  mutating func add(_ seen: LumaPlane, _ drawn: LumaPlane) {
    let (width, height, side) = (seen.size.width, seen.size.height, Self.side)
    guard seen.size.area <= Self.largestArea, seen.size == drawn.size else { return }
    if count == 0 {
      columns = width / side
      sums = [Int](repeating: 0, count: columns * (height / side))
      wrong = sums
    }
    guard columns == width / side, sums.count == columns * (height / side) else { return }
    count += 1
    seen.bytes.withUnsafeBytes { seen in
      drawn.bytes.withUnsafeBytes { drawn in
        for index in sums.indices {
          let (row, column) = index.quotientAndRemainder(dividingBy: columns)
          let error = (row * side..<(row + 1) * side).reduce(0) {
            $0 + SquaredErrors.sum(seen, drawn, from: $1 * width + column * side, count: side)
          }
          sums[index] += error
          if Self.psnr(error, pictures: 1) < Self.worst { wrong[index] += 1 }
        }
      }
    }
  }

  /// The part that is wrong in nearly all pictures while most others are good; nil if there is none.
  var part: Part? {
    guard count >= Self.minCount else { return nil }
    let levels = sums.map { Self.psnr($0, pictures: count) }
    guard let index = levels.indices.min(by: { levels[$0] < levels[$1] }), levels[index] < Self.worst,
      10 * wrong[index] >= 9 * count, let middle = Rhythm.median(levels), middle > levels[index] + Self.distance
    else { return nil }
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return Part(x: column * Self.side, y: row * Self.side, psnr: levels[index], count: wrong[index])
  }

  private static func psnr(_ error: Int, pictures: Int) -> Double {
    10 * log10(255 * 255 / max(Double(error) / Double(side * side * pictures), 1e-3))
  }
}
