import ReelCanvas
import ReelGeometry
import ReelPlatform

/// The pose of a mark in a picture: its first corner, and the vectors from cell to cell.
///
/// Compared with the pose in the original frame (`FrameMarkLayout.pose`) it tells how the picture was scaled, moved and turned.
public struct FrameMarkPose: Hashable, Sendable {
  /// The outer corner of the mark's first cell, in pixels from the top left of the picture.
  public var origin: Point
  /// The vector from column to column: horizontal, or vertical after a quarter turn; or nearly so.
  public var column: Vector
  /// The vector from row to row, at a right angle to `column` unless the picture was sheared.
  public var row: Vector

  /// Creates a pose.
  public init(origin: Point, column: Vector, row: Vector) {
    self.origin = origin
    self.column = column
    self.row = row
  }

  /// How the picture has to be turned for the mark to be upright.
  public var orientation: ImageOrientation {
    if abs(column.dx) >= abs(column.dy) {
      return column.dx > 0 ? (row.dy > 0 ? .up : .downMirrored) : (row.dy > 0 ? .upMirrored : .down)
    }
    return column.dy > 0 ? (row.dx > 0 ? .leftMirrored : .left) : (row.dx > 0 ? .right : .rightMirrored)
  }

  /// Whether the mark's sides are those of the picture, turned by quarters or not.
  public var isUpright: Bool {
    column.dy == 0 && row.dx == 0 || column.dx == 0 && row.dy == 0
  }

  /// The angle from the picture's sides to the mark's, in degrees: how far its columns, and its rows, lean clockwise.
  public var slant: (columns: Double, rows: Double) {
    let isTurned = abs(column.dx) < abs(column.dy)
    func degrees(_ lean: Double, _ length: Double) -> Double { atan(lean / length) * 180 / .pi }
    return isTurned
      ? (degrees(-column.dx, column.dy), degrees(row.dy, row.dx))
      : (degrees(column.dy, column.dx), degrees(-row.dx, row.dy))
  }

  /// Whether a side leans by more than some degrees.
  func leans(by degrees: Double) -> Bool { max(abs(slant.columns), abs(slant.rows)) > degrees }

  /// The transform from a frame as it was drawn to the picture with this pose.
  ///
  /// - Parameter original: the pose of the mark in the frame as it was drawn: `FrameMarkLayout.pose`.
  public func transform(from original: FrameMarkPose) -> AffineTransform {
    // The original stands upright, so a column is only dx long and a row only dy.
    let (x, y) = (original.column.dx, original.row.dy)
    let (a, b) = (column.dx / x, column.dy / x)
    let (c, d) = (row.dx / y, row.dy / y)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: origin.x - a * original.origin.x - c * original.origin.y,
      ty: origin.y - b * original.origin.x - d * original.origin.y)
  }
}
