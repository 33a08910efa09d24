import ReelGeometry

/// Scales pictures down in integers, with identical results on every machine: each pixel is the mean of the area it covers.
struct PictureScaler {
  /// The source of one row or column: consecutive pixels with weights that add up to 1 << 12.
  private struct Share {
    var start: Int
    var weights: [UInt32]
  }

  /// The size of the source pictures.
  let source: PixelSize
  /// The size of the scaled pictures.
  let size: PixelSize
  private let columns: [Share]
  private let rows: [Share]

  /// Creates a scaler.
  ///
  /// - Precondition: No side grows.
  init(from source: PixelSize, to size: PixelSize) {
    precondition(size.width <= source.width && size.height <= source.height, "pictures are only scaled down")
    self.source = source
    self.size = size
    columns = Self.shares(of: source.width, in: size.width)
    rows = Self.shares(of: source.height, in: size.height)
  }

  private static let unit = 1 << 12

  private static func shares(of source: Int, in count: Int) -> [Share] {
    (0..<count).map { index in
      // Edges in units of 1 / count of a source pixel, which is exact.
      let (start, end) = (index * source, (index + 1) * source)
      let (first, last) = (start / count, (end - 1) / count)
      var weights = (first...last).map { pixel in
        let covered = min(end, (pixel + 1) * count) - max(start, pixel * count)
        return UInt32((covered * unit + source / 2) / source)
      }
      // The rounding error goes to the largest weight, so a flat colour stays unchanged.
      let rest = Int32(unit) - Int32(weights.reduce(0, +))
      let heaviest = weights.indices.max { weights[$0] < weights[$1] } ?? 0
      if Int32(weights[heaviest]) + rest >= 0 {
        weights[heaviest] = UInt32(Int32(weights[heaviest]) + rest)
      } else {
        // Too many weights were rounded up for one weight to absorb the error, so each becomes the difference of two rounded sums.
        var sum = 0
        weights = (first...last).map { pixel in
          let covered = (min(end, (pixel + 1) * count) - start) * unit / source
          defer { sum = covered }
          return UInt32(covered - sum)
        }
      }
      return Share(start: first, weights: weights)
    }
  }

  /// Returns the columns of the small picture that show columns of the large one.
  func columns(under range: Range<Int>) -> Range<Int> { Self.scale(range, source.width, size.width) }

  /// Returns the rows of the small picture that show rows of the large one.
  func rows(under range: Range<Int>) -> Range<Int> { Self.scale(range, source.height, size.height) }

  private static func scale(_ range: Range<Int>, _ source: Int, _ count: Int) -> Range<Int> {
    range.lowerBound * count / source..<min(count, (range.upperBound * count + source - 1) / source)
  }

  /// Computes pixels of a row, as blue, green, red and alpha from the lowest byte up.
  func scale(
    row: Int, columns range: Range<Int>, of pixels: UnsafeRawBufferPointer, bytesPerRow: Int,
    into result: UnsafeMutableBufferPointer<UInt32>
  ) {
    let vertical = rows[row]
    for column in range {
      let horizontal = columns[column]
      var sum = SIMD4<UInt32>(repeating: 1 << 23)
      for (y, weight) in vertical.weights.enumerated() {
        var line = SIMD4<UInt32>.zero
        let start = (vertical.start + y) * bytesPerRow + horizontal.start * 4
        for (x, share) in horizontal.weights.enumerated() {
          let pixel = pixels.loadUnaligned(fromByteOffset: start + 4 * x, as: SIMD4<UInt8>.self)
          line &+= SIMD4<UInt32>(truncatingIfNeeded: pixel) &* share
        }
        sum &+= line &* weight
      }
      let mean = sum &>> 24
      result[column] = mean.x | mean.y << 8 | mean.z << 16 | mean.w << 24
    }
  }
}
