import CReelFFmpeg

/// A 16-byte checksum as fast as memory: it detects accidents, not attacks.
///
/// The algorithm is MurmurHash3 (A. Appleby). The corresponding C functions are `av_murmur3_init`, `av_murmur3_update` and
/// `av_murmur3_final`.
struct ContentDigest: ~Copyable {
  private let state: OpaquePointer
  /// The bytes after the last whole block.
  private var rest: [UInt8] = []

  /// The block size of the algorithm in bytes.
  private static let blockSize = 16

  /// The size of a checksum in bytes.
  static let byteCount = 16

  /// Creates the digest of no bytes.
  init() throws(FFmpegError) {
    state = try check(av_murmur3_alloc(), "av_murmur3_alloc")
    av_murmur3_init(state)
  }

  deinit { av_free(UnsafeMutableRawPointer(state)) }

  /// Adds bytes, in any number of pieces.
  ///
  /// FFmpeg receives whole blocks: a block that a piece completes would be taken for the tail of the data if nothing
  /// follows (seen in 5.1).
  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  /// Adds bytes, in any number of pieces.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var start = 0
    if !rest.isEmpty {
      start = min(Self.blockSize - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == Self.blockSize else { return }
      av_murmur3_update(state, rest, rest.count)
      rest.removeAll(keepingCapacity: true)
    }
    let end = start + (bytes.count - start) / Self.blockSize * Self.blockSize
    if end > start, let first = bytes.baseAddress {
      av_murmur3_update(state, (first + start).assumingMemoryBound(to: UInt8.self), end - start)
    }
    rest += bytes[end...]
  }

  /// The checksum of all bytes; nothing can be added after it was read.
  var value: [UInt8] {
    if !rest.isEmpty { av_murmur3_update(state, rest, rest.count) }
    var result = [UInt8](repeating: 0, count: Self.byteCount)
    av_murmur3_final(state, &result)
    return result
  }
}
