import ReelPlatform

extension LumaPlane {
  /// Returns the lowest PSNR of all 16×16 tiles of two planes of one size, in decibels; infinite for equal planes.
  static func worstTile(_ a: LumaPlane, _ b: LumaPlane) -> Double {
    let (width, height, side) = (a.size.width, a.size.height, 16)
    var worst = 0.0
    a.bytes.withUnsafeBufferPointer { a in
      b.bytes.withUnsafeBufferPointer { b in
        for top in stride(from: 0, to: height, by: side) {
          for left in stride(from: 0, to: width, by: side) {
            let (right, bottom) = (min(left + side, width), min(top + side, height))
            var sum = 0
            for y in top..<bottom {
              for index in y * width + left..<y * width + right {
                let difference = Int(a[index]) - Int(b[index])
                sum += difference * difference
              }
            }
            worst = max(worst, Double(sum) / Double((right - left) * (bottom - top)))
          }
        }
      }
    }
    return worst == 0 ? .infinity : 10 * log10(255 * 255 / worst)
  }

  /// Returns the PSNR of the samples of any plane, in decibels; infinite for equal samples.
  static func psnr(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Double? {
    guard a.count == b.count, !a.isEmpty else { return nil }
    let sum = a.withUnsafeBufferPointer { a in
      b.withUnsafeBufferPointer { b in
        (0..<a.count).reduce(0) { sum, index in
          let difference = Int(a[index]) - Int(b[index])
          return sum + difference * difference
        }
      }
    }
    return sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(a.count) / Double(sum))
  }
}
