import ReelGeometry

/// How an image must be turned to be upright, with EXIF's numbers as raw values.
///
/// The names say which side of the upright picture the first stored row is: a `right` image becomes upright by a quarter turn clockwise,
/// a `left` image by a quarter turn anticlockwise.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  /// Row 0 is the top, column 0 the left side.
  case up = 1
  /// Row 0 is the top, column 0 the right side.
  case upMirrored = 2
  /// Row 0 is the bottom, column 0 the right side.
  case down = 3
  /// Row 0 is the bottom, column 0 the left side.
  case downMirrored = 4
  /// Row 0 is the left side, column 0 the top.
  case leftMirrored = 5
  /// Row 0 is the right side, column 0 the top.
  case right = 6
  /// Row 0 is the right side, column 0 the bottom.
  case rightMirrored = 7
  /// Row 0 is the left side, column 0 the bottom.
  case left = 8

  /// Whether turning swaps width and height.
  public var swapsSides: Bool { rawValue >= 5 }

  /// Returns the upright size of an image with a stored size.
  public func oriented(_ size: PixelSize) -> PixelSize {
    swapsSides ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Returns the transform from stored coordinates to upright ones, both counted from the top left.
  public func transform(of size: PixelSize) -> AffineTransform {
    let (w, h) = (Double(size.width), Double(size.height))
    return switch self {
    case .up: .identity
    case .upMirrored: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: w, ty: 0)
    case .down: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: w, ty: h)
    case .downMirrored: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: h)
    case .leftMirrored: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
    case .right: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: h, ty: 0)
    case .rightMirrored: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: h, ty: w)
    case .left: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: w)
    }
  }
}
