import ReelCanvas
import ReelGeometry

/// The position of the version 1 mark and its digits in a frame of a given size.
///
/// Both are on one white plate in the middle of the frame, where crops and letterboxes leave it. If there is room,
/// cells begin at multiples of 16 pixels, like the blocks of codecs.
public struct FrameMarkLayout: Hashable, Sendable {
  /// The smallest frame that can carry a mark; digits need more space.
  public static let smallestSize = PixelSize(width: 176, height: 144)

  /// The side of a cell in pixels: 16 up to 2559×1439, 32 from 2560×1440, 48 from 3840×2160 and so on.
  public let cell: Int
  /// The left edge of the white plate.
  public let plateX: Int
  /// The top edge of the white plate.
  public let plateY: Int
  /// The size of the white plate.
  public let plateSize: PixelSize
  /// The top edge of the digits; nil if there is no room for them.
  let digitsY: Int?
  /// The side of one dot of the digits.
  let dot: Int

  /// Lays out the mark of a frame.
  ///
  /// - Throws: `InvalidValue` for a frame smaller than `smallestSize`.
  public init(size: PixelSize) throws(InvalidValue) {
    try Self.validate(size)
    cell = 16 * max(1, min(size.width / 1280, size.height / 720))
    dot = cell / 4
    let marks = PixelSize(width: cell * (FrameMark.columns + 1), height: cell * (FrameMark.rows + 1))
    // Two cells for the digits: seven dots and half a dot of space.
    let isTall = size.height >= marks.height + 2 * cell
    plateSize = PixelSize(width: marks.width, height: marks.height + (isTall ? 2 * cell : 0))
    plateX = Self.centred(plateSize.width, in: size.width, cell: cell)
    plateY = Self.centred(plateSize.height, in: size.height, cell: cell)
    digitsY = isTall ? plateY + marks.height : nil
  }

  /// Checks that a frame has room for marks.
  static func validate(_ size: PixelSize) throws(InvalidValue) {
    guard size.width >= smallestSize.width, size.height >= smallestSize.height else {
      throw InvalidValue("size", size, expected: "\(smallestSize) or larger, to leave room for the frame mark")
    }
  }

  /// The left edge of the first cell of the mark.
  public var x: Int { plateX + cell / 2 }
  /// The top edge of the first cell of the mark.
  public var y: Int { plateY + cell / 2 }

  /// The pose of this mark in an unchanged frame.
  public var pose: FrameMarkPose {
    FrameMarkPose(
      origin: Point(x: Double(x), y: Double(y)), column: Vector(dx: Double(cell), dy: 0),
      row: Vector(dx: 0, dy: Double(cell)))
  }

  /// The centred position, adjusted so that the cells, half a cell further in, begin at a multiple of 16 if there is
  /// room.
  private static func centred(_ length: Int, in side: Int, cell: Int) -> Int {
    let middle = (side - length) / 2
    let aligned = (middle + cell / 2) / 16 * 16 - cell / 2
    return aligned >= 0 ? aligned : middle
  }
}
