import CReelZlib

/// Owns zlib's state for one run of packed data.
struct Inflater: ~Copyable {
  // zlib stores the address of the stream and rejects a copy at another address.
  private let stream: UnsafeMutablePointer<z_stream>
  private static let pieceSize = 1 << 16

  /// The framing of the compressed data, as zlib's window size.
  enum Wrapping: CInt {
    /// gzip's header and checksum: 16 more than the largest window.
    case gzip = 31
    /// zlib's header and checksum: the largest window.
    case zlib = 15
    /// No framing, as in ZIP archives: a negative window.
    case none = -15
  }

  init(_ wrapping: Wrapping) throws(Gzip.Failure) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit2_(stream, wrapping.rawValue, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      stream.deallocate()
      throw .noMemory
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Appends the unpacked bytes, and returns how many bytes were consumed.
  mutating func unpack(_ packed: ArraySlice<UInt8>, into result: inout [UInt8], limit: Int) throws(Gzip.Failure) -> Int
  {
    var status = Z_OK
    var used = 0
    var piece = [UInt8](repeating: 0, count: Self.pieceSize)
    while status == Z_OK {
      let offered = min(packed.count - used, Int(CInt.max))
      let produced = packed.dropFirst(used).prefix(offered).withUnsafeBufferPointer { input in
        piece.withUnsafeMutableBufferPointer { output in
          // zlib only reads through this pointer, which is const only if ZLIB_CONST is set.
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
