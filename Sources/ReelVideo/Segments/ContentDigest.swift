import CReelFFmpeg

/// A checksum of 16 bytes that is as fast as memory: it finds accidents, not attacks.
///
/// The algorithm is MurmurHash3 (A. Appleby). The corresponding C functions are `av_murmur3_init`, `av_murmur3_update` and
/// `av_murmur3_final`.
struct ContentDigest: ~Copyable {
  private let state: OpaquePointer

  /// The bytes of a checksum.
  static let byteCount = 16

  /// Begins with no bytes.
  init() throws(FFmpegError) {
    state = try check(av_murmur3_alloc(), "av_murmur3_alloc")
    av_murmur3_init(state)
  }

  deinit { av_free(UnsafeMutableRawPointer(state)) }

  /// Adds bytes.
  func add(_ bytes: [UInt8]) { av_murmur3_update(state, bytes, bytes.count) }

  /// The checksum of all bytes; nothing can be added once it was asked for.
  var value: [UInt8] {
    var result = [UInt8](repeating: 0, count: Self.byteCount)
    av_murmur3_final(state, &result)
    return result
  }
}
