import ReelCanvas
import ReelGeometry

/// Where a mark was found in a picture: its first corner, and the way from a cell to the next.
///
/// Compared with the place in the original frame (`FrameMarkLayout.place`) it tells how the picture was scaled, moved and turned.
public struct FrameMarkPlace: Hashable, Sendable {
  /// The outer corner of the mark's first cell, in pixels from the top left of the picture.
  public var origin: Point
  /// The way from a column to the next: horizontal, or vertical in a picture that was turned by a quarter.
  public var column: Vector
  /// The way from a row to the next, at a right angle to `column`.
  public var row: Vector

  /// Creates a place.
  public init(origin: Point, column: Vector, row: Vector) {
    self.origin = origin
    self.column = column
    self.row = row
  }

  /// How the picture has to be turned for the mark to stand upright.
  public var orientation: ImageOrientation {
    if column.dx != 0 {
      return column.dx > 0 ? (row.dy > 0 ? .up : .downMirrored) : (row.dy > 0 ? .upMirrored : .down)
    }
    return column.dy > 0 ? (row.dx > 0 ? .leftMirrored : .left) : (row.dx > 0 ? .right : .rightMirrored)
  }

  /// The transform from a frame as it was drawn to the picture in which the mark stands here.
  ///
  /// - Parameter original: the place of the mark in the frame as it was drawn: `FrameMarkLayout.place`.
  public func transform(from original: FrameMarkPlace) -> AffineTransform {
    // The original stands upright, so a column is only dx long and a row only dy.
    let (x, y) = (original.column.dx, original.row.dy)
    let (a, b) = (column.dx / x, column.dy / x)
    let (c, d) = (row.dx / y, row.dy / y)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: origin.x - a * original.origin.x - c * original.origin.y,
      ty: origin.y - b * original.origin.x - d * original.origin.y)
  }
}
