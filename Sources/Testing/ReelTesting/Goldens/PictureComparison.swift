import ReelCanvas
import ReelGeometry

/// The difference of a picture from its golden, and whether it is allowed.
public struct PictureComparison: Sendable, CustomStringConvertible {
  /// The size of the picture.
  public let size: PixelSize
  /// The size of the golden.
  public let goldenSize: PixelSize
  /// The difference of the pixels' bytes; nil if the sizes differ.
  public let difference: BitmapDifference?
  /// The tolerance.
  public let tolerance: Tolerance
  /// The largest difference of a pixel, in the unit of the tolerance.
  public let worst: Double
  /// The number of pixels beyond the limit.
  public let wrongPixelCount: Int
  /// The golden in pale grays, with differing pixels highlighted: red beyond the limit, amber within it; nil if the sizes differ.
  public let picture: Bitmap?

  /// Whether the picture matches its golden within the tolerance.
  public var matches: Bool {
    difference != nil && Double(wrongPixelCount) <= tolerance.exceptShare * Double(size.area)
  }

  /// Compares a picture with its golden.
  public init(_ picture: Bitmap, with golden: Bitmap, within tolerance: Tolerance) {
    size = picture.size
    goldenSize = golden.size
    self.tolerance = tolerance
    difference = picture.difference(from: golden)
    var (worst, wrong) = (0.0, 0)
    var drawn: Bitmap?
    if let difference {
      var map = Bitmap(size: golden.size)
      for y in 0..<golden.height {
        for x in 0..<golden.width {
          map[x, y] = Self.pale(golden[x, y])
          guard difference.pixelCount > 0, picture[x, y] != golden[x, y] else { continue }
          let distance = tolerance.distance(picture[x, y], golden[x, y])
          worst = max(worst, distance)
          if distance > tolerance.limit { wrong += 1 }
          map[x, y] =
            distance > tolerance.limit ? .red : Pixel(red: 255, green: 191, blue: 0)
        }
      }
      drawn = map
    }
    (self.worst, wrongPixelCount, self.picture) = (worst, wrong, drawn)
  }

  /// The brightness over white, mapped to the upper half.
  private static func pale(_ pixel: Pixel) -> Pixel {
    let luma = (54 * Int(pixel.red) + 183 * Int(pixel.green) + 19 * Int(pixel.blue)) / 256 + 255 - Int(pixel.alpha)
    let gray = UInt8(128 + min(luma, 255) / 2)
    return Pixel(red: gray, green: gray, blue: gray)
  }

  /// One line: `12 pixels differ, by 9 of 255 at most, between (4, 0) and (7, 2); 3 of them by more than 2 of 255`.
  public var description: String {
    guard let difference else { return "it has \(size) pixels, and its golden \(goldenSize)" }
    guard difference.pixelCount > 0 else { return difference.description }
    let beyond = "; \(wrongPixelCount) of them by more than "
    return switch tolerance {
    case .exact: difference.description
    case .channels(let limit, _): difference.description + beyond + "\(limit) of 255"
    case .perceptual(let limit, _):
      difference.description + beyond + "\(limit) in CIEDE2000, the worst by \((worst * 10).rounded() / 10)"
    }
  }
}

extension Tolerance {
  /// Returns the difference of two pixels, in the unit of the measure.
  func distance(_ a: Pixel, _ b: Pixel) -> Double {
    switch self {
    case .exact, .channels:
      let parts = zip([a.red, a.green, a.blue, a.alpha], [b.red, b.green, b.blue, b.alpha])
      return parts.reduce(0) { max($0, abs(Double($1.0) - Double($1.1))) }
    case .perceptual:
      let overBlack = Self.seen(a, over: 0).difference(from: Self.seen(b, over: 0))
      guard a.alpha < 255 || b.alpha < 255 else { return overBlack }
      return max(overBlack, Self.seen(a, over: 255).difference(from: Self.seen(b, over: 255)))
    }
  }

  /// Returns the colour of a premultiplied pixel over a gray.
  private static func seen(_ pixel: Pixel, over gray: Int) -> LabColor {
    let rest = gray * (255 - Int(pixel.alpha)) / 255
    func part(_ value: UInt8) -> UInt8 { UInt8(min(Int(value) + rest, 255)) }
    return LabColor(red: part(pixel.red), green: part(pixel.green), blue: part(pixel.blue))
  }
}
