/// Unpacks gzip (RFC 1952), one member after the other, into memory of a bounded size.
package enum Gzip {
  /// Why bytes were not unpacked.
  package enum Failure: Error, Equatable {
    /// The data breaks the rules of the format, or its checksum is another one.
    case damaged
    /// The data ends before its own end mark.
    case cutOff
    /// There is more in it than the limit: some kilobytes can hold gigabytes.
    case tooLong
    /// zlib has no memory to work with.
    case noMemory
  }

  /// Returns whether a file that begins with these bytes is packed with gzip.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

  /// Returns what was packed.
  ///
  /// What stands behind the last member is passed over, as `gzip -d` does. The C function is `inflate`.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - limit: the most bytes that may come out.
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
}
