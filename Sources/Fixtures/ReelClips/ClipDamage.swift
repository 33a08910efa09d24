import ReelVideo
import ReelFiles
import ReelGeometry
import ReelPlatform

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

  /// A change to the bytes of a clip.
  private enum Change {
    case keep(Int)
    case flip(Set<Int>)
    case remove(Range<Int>)
  }

  /// Returns the broken bytes.
  ///
  /// - Throws: `InvalidValue` for a percentage outside 0…100, for more bits than there are, and for a file without a
  ///   `moov`.
  public func apply(to bytes: [UInt8]) throws(InvalidValue) -> [UInt8] {
    switch try change(byteCount: bytes.count, read: { Array(bytes[$0]) }) {
    case .keep(let count): return Array(bytes.prefix(count))
    case .flip(let bits):
      var bytes = bytes
      for bit in bits { bytes[bit / 8] ^= 1 << UInt8(bit % 8) }
      return bytes
    case .remove(let range): return Array(bytes[..<range.lowerBound] + bytes[range.upperBound...])
    }
  }

  /// Breaks a file where it is, piece by piece; returns its size in bytes.
  ///
  /// - Throws: As for bytes; `SystemError` where the file cannot be changed.
  package func apply(toFile path: String) throws -> Int {
    let file = open(path, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw SystemError(errno, "open") }
    defer { close(file) }
    func read(_ range: Range<Int>) -> [UInt8] { (try? BoundedFile.read(path, range: range)) ?? [] }
    var byteCount = Int(lseek(file, 0, SEEK_END))
    switch try change(byteCount: byteCount, read: read) {
    case .keep(let count): byteCount = count
    case .flip(let bits):
      for bit in bits {
        let byte = read(bit / 8..<bit / 8 + 1).map { $0 ^ 1 << UInt8(bit % 8) }
        try Descriptor.write(byte, to: file, at: bit / 8)
      }
    case .remove(let range):
      var next = range.upperBound
      while case let piece = read(next..<next + 1 << 20), !piece.isEmpty {
        try Descriptor.write(piece, to: file, at: next - range.count)
        next += piece.count
      }
      byteCount -= range.count
    }
    guard ftruncate(file, off_t(byteCount)) == 0 else { throw SystemError(errno, "ftruncate") }
    return byteCount
  }

  private func change(byteCount: Int, read: (Range<Int>) -> [UInt8]) throws(InvalidValue) -> Change {
    switch self {
    case .empty: return .keep(0)
    case .truncate(let percent):
      guard (0...100).contains(percent) else {
        throw InvalidValue("truncation", percent, expected: "from 0 to 100 percent")
      }
      return .keep(Int(clamping: Double(byteCount) * percent / 100))
    case .flipBits(let count, let seed):
      guard (0...byteCount * 8).contains(count) else {
        throw InvalidValue("number of bits", count, expected: "from 0 to \(byteCount * 8), the bits in the file")
      }
      var random = SplitMix64(seed: seed)
      var bits: Set<Int> = []
      while bits.count < count { bits.insert(random.below(byteCount * 8)) }
      return .flip(bits)
    case .removeIndex:
      guard let index = Self.index(byteCount, read) else {
        throw InvalidValue(
          "file", "", sentence: "the file has no moov box to remove: it is not a complete MP4 or QuickTime file")
      }
      return .remove(index)
    }
  }

  /// Where the box `moov` is at the top level; nil if there is none as far as the sizes of boxes make sense.
  private static func index(_ byteCount: Int, _ read: (Range<Int>) -> [UInt8]) -> Range<Int>? {
    var offset = 0
    while offset + 8 <= byteCount {
      let head = read(offset..<min(offset + 16, byteCount))
      func number(_ range: Range<Int>) -> Int { head[range].reduce(0) { $0 << 8 | Int($1) } }
      guard head.count >= 8 else { break }
      var size = number(0..<4)
      // 1: the size follows in eight bytes. 0: the box goes to the end.
      if size == 1, head.count == 16, head[8] < 0x40 { size = number(8..<16) }
      if size == 0 { size = byteCount - offset }
      guard size >= 8, size <= byteCount - offset else { break }
      if head[4..<8].elementsEqual("moov".utf8) { return offset..<offset + size }
      offset += size
    }
    return nil
  }
}
