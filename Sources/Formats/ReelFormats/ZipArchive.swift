import CReelZlib

/// Extracts files from a ZIP archive in memory, laid out according to PKWARE's APPNOTE 6.3.
package struct ZipArchive {
  /// The reason why an archive or one of its files was not read.
  package enum Failure: Error, Equatable {
    /// The central directory is missing or points outside the archive, or a checksum does not match.
    case damaged
    /// The file unpacks to more than the limit.
    case tooLong
    /// The file is encrypted, or not compressed with DEFLATE.
    case unreadable
    /// zlib is out of memory.
    case noMemory
  }

  /// A file in the archive.
  package struct Entry {
    /// Its path in the archive.
    package let name: String
    fileprivate let flags: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt
    fileprivate let packedSize: Int
    fileprivate let size: Int
    fileprivate let header: Int
  }

  /// The files, without folders, in the order of the directory.
  package let entries: [Entry]

  private let bytes: [UInt8]

  private static let endSize = 22
  private static let entrySize = 46
  private static let headerSize = 30
  private static let longestComment = 0xFFFF

  /// Returns whether a file with these first bytes is a ZIP archive.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 3, 4])
  }

  /// Reads the directory of an archive.
  package init(_ bytes: [UInt8]) throws(Failure) {
    self.bytes = bytes
    // The end-of-directory record is at the end of the file, before a comment.
    let last = bytes.count - Self.endSize
    let marked = stride(from: last, through: max(0, last - Self.longestComment), by: -1).first {
      Self.number(bytes, at: $0, size: 4) == 0x0605_4B50
    }
    guard last >= 0, let end = marked, let count = Self.number(bytes, at: end + 10, size: 2),
      var position = Self.number(bytes, at: end + 16, size: 4)
    else { throw .damaged }
    var entries: [Entry] = []
    for _ in 0..<count {
      guard Self.number(bytes, at: position, size: 4) == 0x0201_4B50 else { throw .damaged }
      func field(_ offset: Int, _ size: Int) -> Int { Self.number(bytes, at: position + offset, size: size) ?? 0 }
      let start = position + Self.entrySize
      let (nameLength, rest) = (field(28, 2), field(30, 2) + field(32, 2))
      guard start + nameLength + rest <= bytes.count else { throw .damaged }
      let name = String(decoding: bytes[start..<start + nameLength], as: UTF8.self)
      if !name.hasSuffix("/") {
        entries.append(
          Entry(
            name: name, flags: field(8, 2), method: field(10, 2), checksum: UInt(field(16, 4)),
            packedSize: field(20, 4), size: field(24, 4), header: field(42, 4)))
      }
      position = start + nameLength + rest
    }
    self.entries = entries
  }

  /// Returns the contents of a file in the archive.
  ///
  /// The C functions are `inflate` and `crc32`.
  ///
  /// - Parameter limit: the maximum number of unpacked bytes.
  package func unpack(_ entry: Entry, limit: Int) throws(Failure) -> [UInt8] {
    guard entry.size <= limit else { throw .tooLong }
    guard entry.flags & 1 == 0, entry.method == 0 || entry.method == 8 else { throw .unreadable }
    guard Self.number(bytes, at: entry.header, size: 4) == 0x0403_4B50,
      let nameLength = Self.number(bytes, at: entry.header + 26, size: 2),
      let extraLength = Self.number(bytes, at: entry.header + 28, size: 2)
    else { throw .damaged }
    let start = entry.header + Self.headerSize + nameLength + extraLength
    guard start + entry.packedSize <= bytes.count else { throw .damaged }
    let packed = bytes[start..<start + entry.packedSize]
    var result: [UInt8] = []
    if entry.method == 0 {
      result = Array(packed)
    } else {
      do throws(Gzip.Failure) {
        var inflater = try Inflater(.none)
        _ = try inflater.unpack(packed, into: &result, limit: min(limit, entry.size))
      } catch {
        throw error == .noMemory ? .noMemory : .damaged
      }
    }
    guard result.count == entry.size, Self.checksum(result) == entry.checksum else { throw .damaged }
    return result
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt {
    bytes.withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
  }

  /// Reads a little-endian number, or returns nil outside the bytes.
  private static func number(_ bytes: [UInt8], at position: Int, size: Int) -> Int? {
    guard position >= 0, position + size <= bytes.count else { return nil }
    return bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
