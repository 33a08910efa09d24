import ReelCanvas
import ReelGeometry

/// An image within its bounds.
public final class ImageLayer: Layer {
  /// How an image fits into bounds of another shape.
  public enum ContentMode: Hashable, Sendable, CaseIterable {
    /// The whole image, as large as fits, centred.
    case fit
    /// The smallest image that fills the bounds, centred and clipped.
    case fill
    /// The original size, one pixel per point, centred and clipped.
    case center
    /// The image stretched to the bounds.
    case stretch
  }

  /// The image; nil for none.
  public var image: Bitmap? { didSet { if image != oldValue { setNeedsDisplay() } } }
  /// How the image must be turned to be upright.
  public var orientation = ImageOrientation.up { didSet { if orientation != oldValue { setNeedsDisplay() } } }
  /// How the image fits into the bounds.
  public var contentMode = ContentMode.fit { didSet { if contentMode != oldValue { setNeedsDisplay() } } }
  /// How the image's pixels are interpolated.
  public var interpolation = Interpolation.smooth { didSet { if interpolation != oldValue { setNeedsDisplay() } } }

  /// Creates a layer whose bounds have the size of an image.
  public init(_ image: Bitmap? = nil, contentMode: ContentMode = .fit) {
    self.image = image
    self.contentMode = contentMode
    super.init(frame: Rect(origin: .zero, size: image?.size.size ?? .zero))
  }

  /// The rectangle of the image, in the layer's coordinates; it may extend beyond the bounds.
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
