import ReelCanvas
import ReelDescriptions
import ReelGeometry
import ReelLayers
import ReelPlatform
import ReelVideo

/// A picture within a description: pixels, or the text of a drawing.
struct EmbeddedPicture: Codable, Hashable, Sendable {
  var png: Bitmap?
  var svg: String?

  /// Creates the picture of a scene; nil for none.
  init?(_ image: Bitmap?, _ drawing: SVGPicture?) {
    guard image != nil || drawing != nil else { return nil }
    (png, svg) = drawing == nil ? (image, nil) : (nil, drawing?.text)
  }

  /// Reads a picture.
  init(path: String) throws {
    if SVGPicture.isSVG(path) {
      svg = try SVGPicture(path: path).text
    } else {
      png = try Bitmap(contentsOf: URL(fileURLWithPath: path))
    }
  }

  /// The picture in the form that scenes use.
  var pictures: (image: Bitmap?, drawing: SVGPicture?) {
    get throws { (png, try svg.map { text throws(DescriptionError) in try SVGPicture(text) }) }
  }

  /// Returns a layer that stretches a picture.
  static func layer(_ image: Bitmap?, _ drawing: SVGPicture?, frame: Rect) -> Layer {
    if let drawing { return SVGLayer(frame: frame) { try drawing.renderer() } }
    let layer = ImageLayer(image, contentMode: .stretch)
    layer.frame = frame
    return layer
  }

  /// Reads a bitmap.
  static func bitmap(at path: String) throws -> Bitmap { try Bitmap(contentsOf: URL(fileURLWithPath: path)) }
}

extension Rect {
  /// The rectangle with its edges rounded to whole pixels, so that its content stays sharp.
  var onPixels: Rect {
    let (left, top) = (minX.rounded(), minY.rounded())
    return Rect(x: left, y: top, width: max(1, maxX.rounded() - left), height: max(1, maxY.rounded() - top))
  }
}
