import ReelPlatform

/// Sums of squared differences between the bytes of two pictures, 32 bytes at a time.
enum SquaredErrors {
  /// The sum over a run of bytes.
  static func sum(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, from start: Int, count: Int) -> Int {
    var total = 0
    var index = start
    let end = start + count
    while index + 32 <= end {
      let x = SIMD32<Int16>(truncatingIfNeeded: a.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self))
      let y = SIMD32<Int16>(truncatingIfNeeded: b.loadUnaligned(fromByteOffset: index, as: SIMD32<UInt8>.self))
      let difference = x &- y
      // 255² fits in 16 unsigned bits.
      let squares = SIMD32<UInt16>(truncatingIfNeeded: difference &* difference)
      total += Int(SIMD32<UInt32>(truncatingIfNeeded: squares).wrappedSum())
      index += 32
    }
    while index < end {
      let difference = Int(a[index]) - Int(b[index])
      total += difference * difference
      index += 1
    }
    return total
  }

  /// The sum over a line of two pictures.
  static func sum(_ a: LumaPlane, _ b: LumaPlane, line: Int, width: Int) -> Int {
    a.bytes.withUnsafeBytes { a in b.bytes.withUnsafeBytes { b in sum(a, b, from: line * width, count: width) } }
  }

  /// The peak signal-to-noise ratio of two pictures in decibels; infinite for equal pictures.
  static func psnr(_ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>) -> Double {
    let sum = sum(UnsafeRawBufferPointer(a), UnsafeRawBufferPointer(b), from: 0, count: a.count)
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / Double(sum))
  }
}
