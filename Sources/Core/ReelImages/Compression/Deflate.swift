import CReelZlib

/// Compresses bytes with zlib, for PNG, and computes PNG's checksums.
package enum Deflate {
  /// Compresses bytes into a zlib stream; the same version of zlib gives the same bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to compress.
  ///   - level: from 1, the fastest, to 9, the smallest.
  /// - Returns: the stream, or nil if out of memory.
  package static func pack(_ bytes: [UInt8], level: Int = 9) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&packed, &length, bytes, uLong(bytes.count), CInt(level)) == Z_OK else { return nil }
    packed.removeLast(packed.count - Int(length))
    return packed
  }

  /// Returns the CRC-32 of bytes, the checksum of PNG chunks and of files in archives.
  ///
  /// - Parameter checksum: the CRC-32 of the preceding bytes, to continue from.
  package static func checksum(_ bytes: [UInt8], after checksum: UInt32 = 0) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32(uLong(checksum), bytes, uInt(bytes.count)))
  }
}
