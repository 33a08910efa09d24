import ReelGeometry

/// A reproducible way to damage a file, for testing how programs handle broken files.
///
/// Plain operations on bytes. Random offsets come from SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom
/// number generators", 2014), whose initial state is the seed.
public enum ClipDamage: Hashable, Sendable {
  /// Keeps the first bytes: a percentage from 0 to 100, rounded down.
  case truncate(percent: Double)
  /// Flips a number of bits, at distinct offsets anywhere in the file.
  case flipBits(count: Int, seed: UInt64)
  /// Removes the index of an MP4 or QuickTime file, the top-level box `moov`; other boxes are left unchanged.
  case removeIndex
  /// Leaves an empty file.
  case empty

  /// Returns the damaged bytes.
  ///
  /// - Throws: `InvalidValue` for a percentage outside 0…100, for more bits than there are, and for a file without a
  ///   `moov`.
  public func apply(to bytes: [UInt8]) throws(InvalidValue) -> [UInt8] {
    switch self {
    case .empty: return []
    case .truncate(let percent):
      guard (0...100).contains(percent) else {
        throw InvalidValue("truncation", percent, expected: "from 0 to 100 percent")
      }
      return Array(bytes.prefix(Int(clamping: Double(bytes.count) * percent / 100)))
    case .flipBits(let count, let seed):
      guard (0...bytes.count * 8).contains(count) else {
        throw InvalidValue("number of bits", count, expected: "from 0 to \(bytes.count * 8), the bits in the file")
      }
      return Self.flip(count, in: bytes, seed: seed)
    case .removeIndex:
      guard let index = Self.boxes(bytes).first(where: { $0.type == "moov" }) else {
        throw InvalidValue(
          "file", "", sentence: "the file has no moov box to remove: it is not a complete MP4 or QuickTime file")
      }
      return Array(bytes[..<index.range.lowerBound] + bytes[index.range.upperBound...])
    }
  }

  private static func flip(_ count: Int, in bytes: [UInt8], seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    var bytes = bytes
    var flipped: Set<Int> = []
    while flipped.count < count {
      let bit = random.below(bytes.count * 8)
      if flipped.insert(bit).inserted { bytes[bit / 8] ^= 1 << UInt8(bit % 8) }
    }
    return bytes
  }

  /// The top-level boxes, as far as their sizes are valid.
  private static func boxes(_ bytes: [UInt8]) -> [(type: String, range: Range<Int>)] {
    func number(_ offset: Int, _ count: Int) -> Int {
      bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }
    var boxes: [(type: String, range: Range<Int>)] = []
    var offset = 0
    while offset + 8 <= bytes.count {
      var size = number(offset, 4)
      // 1: the size follows in eight bytes. 0: the box extends to the end of the file.
      if size == 1, offset + 16 <= bytes.count, bytes[offset + 8] < 0x40 { size = number(offset + 8, 8) }
      if size == 0 { size = bytes.count - offset }
      guard size >= 8, size <= bytes.count - offset else { break }
      boxes.append((String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self), offset..<offset + size))
      offset += size
    }
    return boxes
  }
}
