/// The bytes of a grey picture, valid only during a call to the reader.
struct GrayPlane {
  let base: UnsafePointer<UInt8>
  let width: Int
  let height: Int
  let stride: Int

  /// The mean of the pixels whose centres are in a rectangle, or the pixel nearest to its centre; nil outside the
  /// picture.
  func mean(x: Double, y: Double, halfWidth: Double, halfHeight: Double) -> Double? {
    guard x >= 0, y >= 0, x < Double(width), y < Double(height) else { return nil }
    let (left, right) = Self.range(x, halfWidth, width)
    let (top, bottom) = Self.range(y, halfHeight, height)
    var sum = 0
    for line in top..<bottom {
      let row = base + line * stride
      for column in left..<right { sum += Int(row[column]) }
    }
    return Double(sum) / Double((right - left) * (bottom - top))
  }

  private static func range(_ middle: Double, _ half: Double, _ limit: Int) -> (Int, Int) {
    // Pixel i has its centre at i + ½. The values are clamped because false candidates can have any numbers.
    let first = max(0, Int(clamping: (middle - half + 0.5).rounded(.down)))
    let last = min(limit, Int(clamping: (middle + half + 0.5).rounded(.down)))
    if first < last { return (first, last) }
    let nearest = min(max(0, Int(clamping: middle)), limit - 1)
    return (nearest, nearest + 1)
  }
}
