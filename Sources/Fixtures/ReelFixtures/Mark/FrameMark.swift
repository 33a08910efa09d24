import ReelCanvas
import ReelGeometry

/// The number of a frame, drawn into the frame so that programs can read it back after any pipeline.
///
/// A mark is a grid of black and white cells. Its left and bottom sides are black and its top and right sides
/// alternate, so a reader finds it however the picture was scaled, turned or mirrored. The cells inside hold the
/// number, the clip and a checksum. Version 2 adds check words and appears twice in a frame. The article "Frame marks"
/// describes the full layout.
public struct FrameMark: Hashable, Sendable, CustomStringConvertible {
  /// The numbers a mark can hold: 20 bits.
  public static let numbers = 0..<1 << 20
  /// The clips a mark can distinguish: 12 bits.
  public static let clips = 0..<1 << 12

  /// The number of the frame, from 0.
  public let number: Int
  /// The clip that the frame belongs to.
  ///
  /// Frames of other clips are detected.
  public let clip: Int

  /// Creates a mark.
  ///
  /// - Throws: `InvalidValue` for values outside `numbers` and `clips`.
  public init(number: Int, clip: Int) throws(InvalidValue) {
    guard Self.numbers.contains(number) else {
      throw InvalidValue("frame number", number, expected: "from 0 to \(Self.numbers.upperBound - 1)")
    }
    guard Self.clips.contains(clip) else {
      throw InvalidValue("clip of a mark", clip, expected: "from 0 to \(Self.clips.upperBound - 1)")
    }
    self.number = number
    self.clip = clip
  }

  /// The number and clip: `frame 17 of clip 0a3`.
  public var description: String {
    let text = String(clip, radix: 16)
    return "frame \(number) of clip \(String(repeating: "0", count: 3 - text.count))\(text)"
  }
}

extension FrameMark {
  /// The columns of the grid of version 1, border included.
  static let columns = FrameMarkGrid.single.columns
  /// The rows of the grid of version 1, border included.
  static let rows = FrameMarkGrid.rows
  /// The number of data cells in a row, and of rows.
  private static let dataColumns = 8
  private static let dataRows = 6

  /// The bits from the highest: 20 for the number, 12 for the clip, 16 for the checksum.
  private var word: UInt64 {
    let value = UInt32(number) << 12 | UInt32(clip)
    return UInt64(value) << 16 | UInt64(Self.checksum(of: value))
  }

  /// Whether a cell of the grid is light.
  func isLight(column: Int, row: Int) -> Bool {
    if let border = FrameMarkGrid.single.border(column: column, row: row) { return border }
    let pose = (row - 1) * Self.dataColumns + column - 1
    return word >> UInt64(Self.dataColumns * Self.dataRows - 1 - pose) & 1 == 1
  }

  /// Decodes a mark from its bits; nil if the checksum does not match.
  init?(word: UInt64) {
    let value = UInt32(truncatingIfNeeded: word >> 16)
    guard UInt16(truncatingIfNeeded: word) == Self.checksum(of: value) else { return nil }
    number = Int(value >> 12)
    clip = Int(value & 0xFFF)
  }

  /// The CRC-16 known as CCITT-FALSE and IBM-3740: polynomial 0x1021, start 0xFFFF, nothing reflected.
  ///
  /// Over the four bytes of number and clip, the highest first.
  static func checksum(of value: UInt32) -> UInt16 {
    var sum: UInt16 = 0xFFFF
    for shift in stride(from: 24 as UInt32, through: 0, by: -8) {
      sum ^= UInt16(value >> shift & 0xFF) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    return sum
  }
}
