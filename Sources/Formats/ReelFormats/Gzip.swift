/// Unpacks gzip (RFC 1952), member by member, into bounded memory.
package enum Gzip {
  /// The reason why bytes were not unpacked.
  package enum Failure: Error, Equatable {
    /// The data is invalid, or its checksum does not match.
    case damaged
    /// The data ends early.
    case cutOff
    /// The data unpacks to more than the limit; a few kilobytes can hold gigabytes.
    case tooLong
    /// zlib is out of memory.
    case noMemory
  }

  /// Returns whether a file with these first bytes is packed with gzip.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns the unpacked bytes.
  ///
  /// Bytes after the last member are ignored, as `gzip -d` does. The C function is `inflate`.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limit: the maximum number of unpacked bytes.
  package static func unpack(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var rest = bytes[...]
    var result: [UInt8] = []
    repeat {
      var member = try Inflater(.gzip)
      let used = try member.unpack(rest, into: &result, limit: limit)
      rest = rest.dropFirst(used)
    } while recognizes(rest)
    return result
  }

  /// Returns the unpacked bytes of a zlib stream (RFC 1950).
  ///
  /// - Parameters:
  ///   - bytes: the stream.
  ///   - limit: the maximum number of unpacked bytes.
  package static func unpack(zlib bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
    var result: [UInt8] = []
    var stream = try Inflater(.zlib)
    _ = try stream.unpack(bytes[...], into: &result, limit: limit)
    return result
  }
}
