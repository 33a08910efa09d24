import ReelCanvas
import ReelGeometry
import ReelLayers

/// A plate behind a picture whose transparent parts let it vanish on its background, such as black labels on a dark one.
enum PicturePlate {
  /// The shares of a picture's outlines that may be hard to see.
  ///
  /// On a light background, most pale areas are meant to be pale.
  private static let (shareOnDark, shareOnLight) = (0.05, 0.6)
  /// The share of outlines that may be hard to see on a dark plate, on which dark lines and texts would vanish.
  private static let shareOnDarkPlate = 0.02
  /// The contrast below which an outline is hard to see.
  private static let faint = 2.0
  /// The longest side of a drawing that is examined, in pixels.
  static let examinedSide = 1280.0

  /// Returns the colour of a picture's plate; nil if it needs none.
  static func color(behind picture: Bitmap, on ground: Color?) -> Color? {
    guard let ground, ground.alpha == 1 else { return nil }
    let isDark = ground.relativeLuminance < 0.18
    let plate = isDark ? StoryTheme.classic.ground : StoryTheme.graphite.ground
    let outlines = outlines(of: picture)
    let (now, then) = (faintness(of: outlines, on: ground), faintness(of: outlines, on: plate))
    return now >= (isDark ? shareOnDark : shareOnLight) && then < (isDark ? now : shareOnDarkPlate) ? plate : nil
  }

  /// Returns a layer with a plate behind a picture.
  static func layer(_ color: Color, behind content: Layer, point: Double) -> Layer {
    let layer = Layer(frame: content.frame)
    content.frame = layer.bounds
    let plate = Layer(frame: layer.bounds.inset(by: -32 * point))
    (plate.backgroundColor, plate.cornerRadius) = (color, 16 * point)
    layer.addSublayer(plate)
    layer.addSublayer(content)
    return layer
  }

  /// The share of outlines that are hard to see.
  private static func faintness(of outlines: [Color: Int], on ground: Color) -> Double {
    let (all, hidden) = outlines.reduce((0, 0)) { sum, entry in
      (sum.0 + entry.value, sum.1 + (entry.key.contrast(on: ground) < faint ? entry.value : 0))
    }
    return all == 0 ? 0 : Double(hidden) / Double(all)
  }

  /// The colours of pixels that are near transparent ones, in steps, with their numbers.
  private static func outlines(of picture: Bitmap) -> [Color: Int] {
    var counts: [Color: Int] = [:]
    picture.withUnsafeBytes { bytes in
      func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[y * picture.bytesPerRow + 4 * x + 3] }
      for y in 3..<max(3, picture.height - 3) {
        for x in 3..<max(3, picture.width - 3) where alpha(x, y) >= 200 {
          guard alpha(x - 3, y) < 8 || alpha(x + 3, y) < 8 || alpha(x, y - 3) < 8 || alpha(x, y + 3) < 8 else {
            continue
          }
          let pixel = picture[x, y]
          func part(_ value: UInt8) -> Double {
            (min(1, Double(value) / Double(pixel.alpha)) * 15).rounded() / 15
          }
          counts[Color(red: part(pixel.red), green: part(pixel.green), blue: part(pixel.blue)), default: 0] += 1
        }
      }
    }
    return counts
  }
}

extension Size {
  /// The size in pixels, at most the one of drawings that are examined.
  func examined() -> PixelSize {
    let factor = min(1, PicturePlate.examinedSide / max(width, height))
    return PixelSize(covering: Size(width: max(1, width * factor), height: max(1, height * factor)))
  }
}
