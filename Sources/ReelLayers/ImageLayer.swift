import ReelCanvas
import ReelGeometry

/// An image within its bounds.
public final class ImageLayer: Layer {
  /// How an image that has not the shape of the bounds stands in them.
  public enum ContentMode: Hashable, Sendable, CaseIterable {
    /// Whole and as large as fits, in the middle.
    case fit
    /// As small as fills the bounds, in the middle; what is left over is cut off.
    case fill
    /// In its own size, a pixel for each point, in the middle; what is left over is cut off.
    case center
    /// Stretched to the shape of the bounds.
    case stretch
  }

  /// The image; nil for none.
  public var image: Bitmap? { didSet { if image != oldValue { setNeedsDisplay() } } }
  /// How the image has to be turned to stand upright.
  public var orientation = ImageOrientation.up { didSet { if orientation != oldValue { setNeedsDisplay() } } }
  /// How it stands in the bounds.
  public var contentMode = ContentMode.fit { didSet { if contentMode != oldValue { setNeedsDisplay() } } }
  /// How its pixels are read between their centres.
  public var interpolation = Interpolation.smooth { didSet { if interpolation != oldValue { setNeedsDisplay() } } }

  /// Creates a layer whose bounds have the size of an image.
  public init(_ image: Bitmap? = nil, contentMode: ContentMode = .fit) {
    self.image = image
    self.contentMode = contentMode
    super.init(frame: Rect(origin: .zero, size: image?.size.size ?? .zero))
  }

  /// Where the image is drawn, in the layer's coordinates; parts of it may lie outside of the bounds.
  public var imageRect: Rect {
    guard let image else { return .zero }
    let size = orientation.oriented(image.size).size
    let scales = (bounds.width / size.width, bounds.height / size.height)
    let scale: Double
    switch contentMode {
    case .fit: scale = min(scales.0, scales.1)
    case .fill: scale = max(scales.0, scales.1)
    case .center: scale = 1
    case .stretch: return bounds
    }
    return Rect(center: bounds.center, size: Size(width: size.width * scale, height: size.height * scale))
  }

  /// Draws the image.
  public override func draw(in context: GraphicsContext) {
    guard let image else { return }
    let rect = imageRect
    if rect.intersection(bounds) != rect { context.clip(to: bounds) }
    if orientation == .up, rect.size == image.size.size {
      context.draw(image, at: rect.origin)
    } else {
      context.draw(image, in: rect, orientation: orientation, interpolation: interpolation)
    }
  }
}
