import ReelCanvas
import ReelGeometry

/// The position of the two marks of version 2, and of everything between them, in a frame of a given size.
///
/// Everything is proportional to the frame, so the marks of a scaled frame are where those of a smaller frame would be.
/// The first mark is at the upper left and the second at the lower right, a tenth of the frame from its edges.
public struct FrameMarkPairLayout: Hashable, Sendable {
  /// The size of the frame.
  public let size: PixelSize
  /// The side of a cell in units of 1/1520 pixel.
  private let cellParts: Int
  private static let parts = 1520
  /// The minimum side of a cell in pixels, if two marks of that size fit.
  private static let minCell = 10

  /// The upper left corners of the white plates, in pixels.
  let plates: [(x: Int, y: Int)]
  /// The size of a white plate.
  let plateSize: PixelSize

  /// Lays out the marks of a frame.
  ///
  /// - Throws: `InvalidValue` for a frame smaller than `FrameMarkLayout.smallestSize`.
  public init(size: PixelSize) throws(InvalidValue) {
    try FrameMarkLayout.validate(size)
    self.size = size
    // 3/80 of the height, so that eight rows take three tenths of it, or 4/95 of the width, so that 19 columns take
    // four fifths.
    let (columns, rows) = (FrameMarkGrid.double.columns + 1, FrameMarkGrid.rows + 1)
    let least = min(Self.minCell, size.height / (2 * rows), size.width / columns)
    cellParts = max(least * Self.parts, min(size.height * 57, size.width * 64))
    plateSize = PixelSize(
      width: Self.pixels(2 * columns, cellParts), height: Self.pixels(2 * rows, cellParts))
    let x = max(0, min(size.width / 10, (size.width - plateSize.width) / 2))
    let y = max(0, min(size.height / 10, (size.height - 2 * plateSize.height) / 3))
    plates = [(x, y), (size.width - x - plateSize.width, size.height - y - plateSize.height)]
  }

  /// The pixels in a number of half cells, rounded.
  private static func pixels(_ halves: Int, _ cellParts: Int) -> Int {
    (halves * cellParts + parts) / (2 * parts)
  }

  /// The distance in pixels from a plate's edge to a border between cells.
  func edge(_ cells: Int) -> Int { Self.pixels(2 * cells + 1, cellParts) }

  /// The side of a cell in pixels.
  public var cell: Double { Double(cellParts) / Double(Self.parts) }

  /// The poses of the two marks in an unchanged frame.
  public var poses: [FrameMarkPose] {
    plates.map { plate in
      FrameMarkPose(
        origin: Point(x: Double(plate.x) + cell / 2, y: Double(plate.y) + cell / 2), column: Vector(dx: cell, dy: 0),
        row: Vector(dx: 0, dy: cell))
    }
  }

  /// The rectangle of colours between the marks; nil if there is no room.
  var strip: (x: Int, y: Int, width: Int, height: Int)? {
    let (top, bottom) = (plates[0].y + plateSize.height, plates[1].y)
    let height = min(Int(clamping: 2 * cell), (bottom - top) * 3 / 4)
    guard height >= 8 else { return nil }
    let x = size.width / 10
    return (x, (top + bottom - height) / 2, size.width - 2 * x, height)
  }

  /// The position of digits with a given width in dots, left of the second mark; nil if there is no room.
  func digits(width: Int) -> (x: Int, y: Int, dot: Int)? {
    let dot = Int(clamping: cell) / 4
    guard dot > 0, plates[0].x + (width + 2) * dot <= plates[1].x else { return nil }
    return (plates[0].x, plates[1].y + (plateSize.height - DotFont.height * dot) / 2, dot)
  }

  /// Whether both layouts are for the same frame size, which determines everything else.
  public static func == (a: Self, b: Self) -> Bool { a.size == b.size }

  /// Hashes the size, which determines everything else.
  public func hash(into hasher: inout Hasher) { hasher.combine(size) }
}
