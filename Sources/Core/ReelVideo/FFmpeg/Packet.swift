import CReelFFmpeg

/// Owns an `AVPacket`: the compressed data of one picture, with its time.
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  init() throws(FFmpegError) {
    pointer = try check(av_packet_alloc(), "av_packet_alloc")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }
}
