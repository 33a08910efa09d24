import CReelZlib

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
      var member = try Inflater()
      let used = try member.unpack(rest, into: &result, limit: limit)
      rest = rest.dropFirst(used)
    } while recognizes(rest)
    return result
  }
}

/// Owns the state of zlib for one member.
private struct Inflater: ~Copyable {
  // zlib keeps the address of the stream and refuses to go on with a copy at another one.
  private let stream: UnsafeMutablePointer<z_stream>
  private static let pieceSize = 1 << 16

  init() throws(Gzip.Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    // 15 bits are the largest window; 16 more ask for the header and checksum of gzip.
    guard inflateInit2_(stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      throw .noMemory
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Appends what the member holds, and returns how many bytes it took.
  mutating func unpack(_ packed: ArraySlice<UInt8>, into result: inout [UInt8], limit: Int) throws(Gzip.Failure) -> Int
  {
    var status = Z_OK
    var used = 0
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while status == Z_OK {
      let offered = min(packed.count - used, Int(CInt.max))
      let produced = packed.dropFirst(used).prefix(offered).withUnsafeBufferPointer { input in
        piece.withUnsafeMutableBufferPointer { output in
          // zlib only reads through this pointer; its type says otherwise unless ZLIB_CONST is set.
          stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
          stream.pointee.avail_in = CUnsignedInt(input.count)
          stream.pointee.next_out = output.baseAddress
          stream.pointee.avail_out = CUnsignedInt(output.count)
          status = inflate(stream, Z_NO_FLUSH)
          return output.count - Int(stream.pointee.avail_out)
        }
      }
      used += offered - Int(stream.pointee.avail_in)
      guard result.count + produced <= limit else { throw .tooLong }
      result += piece[..<produced]
    }
    switch status {
    case Z_STREAM_END: return used
    case Z_BUF_ERROR: throw .cutOff
    case Z_MEM_ERROR: throw .noMemory
    default: throw .damaged
    }
  }
}
