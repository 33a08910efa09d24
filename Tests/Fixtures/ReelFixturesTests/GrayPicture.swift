import ReelCanvas
import ReelGeometry
import ReelVideo

/// A grey picture that tests alter as pipelines do.
struct GrayPicture {
  var size: PixelSize
  var levels: [UInt8]

  /// The luma of a bitmap, from 16 to 235 as in movies, or from 0 to 255.
  init(_ bitmap: Bitmap, limited: Bool = true) {
    size = bitmap.size
    // Uses an optimized module, since some tests take hundreds of pictures.
    levels = limited ? RawPicture.luma(of: bitmap, in: .usual) : []
    guard !limited else { return }
    for y in 0..<bitmap.height {
      for x in 0..<bitmap.width {
        let pixel = bitmap[x, y]
        let luma = (Int(pixel.red) * 2126 + Int(pixel.green) * 7152 + Int(pixel.blue) * 722) / 10_000
        levels.append(UInt8(luma))
      }
    }
  }

  init(size: PixelSize, levels: [UInt8]) {
    self.size = size
    self.levels = levels
  }

  subscript(x: Int, y: Int) -> Int { Int(levels[y * size.width + x]) }

  /// Returns the picture scaled by area averaging (smaller) or linear interpolation (larger).
  func scaled(to target: PixelSize) -> GrayPicture {
    let taps = (
      x: Self.taps(from: size.width, to: target.width), y: Self.taps(from: size.height, to: target.height)
    )
    // First along the rows, then along the columns.
    var narrow = [Double](repeating: 0, count: target.width * size.height)
    for y in 0..<size.height {
      for (index, column) in taps.x.enumerated() {
        var sum = 0.0
        for (x, share) in column { sum += share * Double(levels[y * size.width + x]) }
        narrow[y * target.width + index] = sum
      }
    }
    var result: [UInt8] = []
    result.reserveCapacity(target.area)
    for row in taps.y {
      for index in 0..<target.width {
        var sum = 0.0
        for (y, share) in row { sum += share * narrow[y * target.width + index] }
        result.append(UInt8(sum.rounded()))
      }
    }
    return GrayPicture(size: target, levels: result)
  }

  /// The source pixels of each new pixel with their weights: a triangle as wide as a pixel of the smaller picture.
  private static func taps(from old: Int, to new: Int) -> [[(Int, Double)]] {
    let ratio = Double(old) / Double(new)
    let radius = max(1, ratio)
    return (0..<new).map { index in
      let middle = (Double(index) + 0.5) * ratio - 0.5
      let range = Int((middle - radius).rounded(.up))...Int((middle + radius).rounded(.down))
      let raw = range.map { (min(max(0, $0), old - 1), max(0, 1 - abs(Double($0) - middle) / radius)) }
      let total = raw.reduce(0) { $0 + $1.1 }
      return raw.map { ($0.0, $0.1 / total) }
    }
  }

  func cropped(x: Int, y: Int, to target: PixelSize) -> GrayPicture {
    GrayPicture(
      size: target,
      levels: (0..<target.height).flatMap { row in
        (0..<target.width).map { levels[(y + row) * size.width + x + $0] }
      })
  }

  /// Returns a mixture with another picture of the same size.
  func mixed(with other: GrayPicture, share: Double) -> GrayPicture {
    GrayPicture(
      size: size,
      levels: zip(levels, other.levels).map { UInt8((Double($0) * (1 - share) + Double($1) * share).rounded()) })
  }
}
