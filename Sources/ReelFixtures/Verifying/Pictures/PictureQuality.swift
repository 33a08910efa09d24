#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The similarity of two pictures, by their luma.
public struct PictureQuality: Hashable, Sendable {
  /// The peak signal-to-noise ratio in decibels: 10·log₁₀(255² / mean squared error); infinite for equal pictures.
  ///
  /// The number that FFmpeg's filter `psnr` calls `psnr_y`.
  public var psnr: Double
  /// The structural similarity, from −1 to 1 for equal pictures; nil for pictures below 8×8.
  ///
  /// Wang, Bovik, Sheikh and Simoncelli, "Image quality assessment" (2004), in flat windows of 8×8 pixels that begin at every fourth
  /// pixel, as FFmpeg's filter `ssim` has it (`Y`).
  public var ssim: Double?

  init(psnr: Double, ssim: Double?) { (self.psnr, self.ssim) = (psnr, ssim) }

  /// Compares two planes.
  ///
  /// - Precondition: they have the same size.
  public init(_ a: LumaPlane, _ b: LumaPlane) {
    precondition(a.size == b.size, "pictures of \(a.size) and \(b.size) can't be compared")
    let (width, height) = (a.size.width, a.size.height)
    (psnr, ssim) = a.bytes.withUnsafeBufferPointer { a in
      b.bytes.withUnsafeBufferPointer { b in
        (SquaredErrors.psnr(a, b), Self.ssim(a, b, width: width, height: height))
      }
    }
  }

  /// What a window needs to know of its pixels.
  private struct Sums {
    var a = 0
    var b = 0
    var squares = 0
    var products = 0

    mutating func add(_ other: Sums) {
      a += other.a
      b += other.b
      squares += other.squares
      products += other.products
    }

    /// The similarity over 64 pixels; variances are those of a sample, times 64².
    var similarity: Double {
      // (0.01·255)² and (0.03·255)², in the units of the terms they stand beside.
      let (c1, c2) = (416.0, 235_963.0)
      let means = Double(a * a + b * b)
      let variances = Double(squares * 64 - a * a - b * b)
      let covariance = Double(products * 64 - a * b)
      return (2 * Double(a * b) + c1) * (2 * covariance + c2) / ((means + c1) * (variances + c2))
    }
  }

  private static func ssim(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, width: Int, height: Int
  ) -> Double? {
    let (columns, rows) = (width / 4, height / 4)
    guard columns > 1, rows > 1 else { return nil }
    var (above, sums) = ([Sums](repeating: Sums(), count: columns), [Sums](repeating: Sums(), count: columns))
    var total = 0.0
    for row in 0..<rows {
      swap(&above, &sums)
      Self.blocks(a, b, from: row * 4 * width, stride: width, into: &sums)
      guard row > 0 else { continue }
      for column in 1..<columns {
        var window = above[column - 1]
        window.add(above[column])
        window.add(sums[column - 1])
        window.add(sums[column])
        total += window.similarity
      }
    }
    return total / Double((columns - 1) * (rows - 1))
  }

  /// Adds up the pixels of a row of blocks of 4×4, four blocks at a time.
  private static func blocks(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, from start: Int, stride: Int,
    into sums: inout [Sums]
  ) {
    let (rowA, rowB) = (
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(a)[start...]),
      UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(b)[start...])
    )
    var column = 0
    while column + 4 <= sums.count {
      var (x, y) = (SIMD16<UInt16>(), SIMD16<UInt16>())
      var (squares, products) = (SIMD16<UInt32>(), SIMD16<UInt32>())
      for line in 0..<4 {
        let offset = line * stride + column * 4
        let u = SIMD16<UInt16>(truncatingIfNeeded: rowA.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
        let v = SIMD16<UInt16>(truncatingIfNeeded: rowB.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self))
        x &+= u
        y &+= v
        // 255² has room in 16 bits, twice that has not.
        squares &+= SIMD16<UInt32>(truncatingIfNeeded: u &* u) &+ SIMD16<UInt32>(truncatingIfNeeded: v &* v)
        products &+= SIMD16<UInt32>(truncatingIfNeeded: u &* v)
      }
      let (sumX, sumY, sumSquares, sumProducts) = (quarters(x), quarters(y), quarters(squares), quarters(products))
      for index in 0..<4 {
        sums[column + index] = Sums(
          a: Int(sumX[index]), b: Int(sumY[index]), squares: Int(sumSquares[index]), products: Int(sumProducts[index]))
      }
      column += 4
    }
    for column in column..<sums.count { sums[column] = block(a, b, at: start + column * 4, stride: stride) }
  }

  /// The sums of four neighbours each.
  @inline(__always)
  private static func quarters<Element: FixedWidthInteger>(_ vector: SIMD16<Element>) -> SIMD4<Element> {
    let pairs = vector.evenHalf &+ vector.oddHalf
    return pairs.evenHalf &+ pairs.oddHalf
  }

  /// Adds up 4×4 pixels.
  private static func block(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>, at start: Int, stride: Int
  ) -> Sums {
    var sums = Sums()
    for line in 0..<4 {
      for index in start + line * stride..<start + line * stride + 4 {
        let (x, y) = (Int(a[index]), Int(b[index]))
        sums.a += x
        sums.b += y
        sums.squares += x * x + y * y
        sums.products += x * y
      }
    }
    return sums
  }
}
