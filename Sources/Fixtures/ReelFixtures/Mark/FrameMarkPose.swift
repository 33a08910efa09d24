import ReelCanvas
import ReelGeometry
import ReelPlatform

/// The pose of a mark in a picture: its first corner, and the vectors from cell to cell.
///
/// Comparison with the pose in the original frame (`FrameMarkLayout.pose`) shows how the picture was scaled, moved and
/// turned.
public struct FrameMarkPose: Hashable, Sendable {
  /// The outer corner of the mark's first cell, in pixels from the top left of the picture.
  public var origin: Point
  /// The vector from column to column: horizontal, or vertical after a quarter turn, or nearly so.
  public var column: Vector
  /// The vector from row to row, at a right angle to `column` unless the picture was sheared.
  public var row: Vector

  /// Creates a pose.
  public init(origin: Point, column: Vector, row: Vector) {
    self.origin = origin
    self.column = column
    self.row = row
  }

  /// The rotation that would make the mark upright.
  public var orientation: ImageOrientation {
    if abs(column.dx) >= abs(column.dy) {
      return column.dx > 0 ? (row.dy > 0 ? .up : .downMirrored) : (row.dy > 0 ? .upMirrored : .down)
    }
    return column.dy > 0 ? (row.dx > 0 ? .leftMirrored : .left) : (row.dx > 0 ? .right : .rightMirrored)
  }

  /// Whether the mark's sides are parallel to the picture's, with or without quarter turns.
  public var isUpright: Bool {
    column.dy == 0 && row.dx == 0 || column.dx == 0 && row.dy == 0
  }

  /// The angles in degrees by which the mark's columns and rows lean clockwise from the picture's sides.
  public var slant: (columns: Double, rows: Double) {
    let isTurned = abs(column.dx) < abs(column.dy)
    func degrees(_ lean: Double, _ length: Double) -> Double { atan(lean / length) * 180 / .pi }
    return isTurned
      ? (degrees(-column.dx, column.dy), degrees(row.dy, row.dx))
      : (degrees(column.dy, column.dx), degrees(-row.dx, row.dy))
  }

  /// Whether the columns or rows lean by more than an angle.
  func leans(by degrees: Double) -> Bool { max(abs(slant.columns), abs(slant.rows)) > degrees }

  /// The transform from the drawn frame to the picture with this pose.
  ///
  /// - Parameter original: The pose of the mark in the drawn frame: `FrameMarkLayout.pose`.
  public func transform(from original: FrameMarkPose) -> AffineTransform {
    // The original is upright, so its column vector has only dx and its row vector only dy.
    let (x, y) = (original.column.dx, original.row.dy)
    let (a, b) = (column.dx / x, column.dy / x)
    let (c, d) = (row.dx / y, row.dy / y)
    return AffineTransform(
      a: a, b: b, c: c, d: d, tx: origin.x - a * original.origin.x - c * original.origin.y,
      ty: origin.y - b * original.origin.x - d * original.origin.y)
  }
}
