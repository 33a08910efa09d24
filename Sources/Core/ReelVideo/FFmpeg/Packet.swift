import CReelFFmpeg

/// Owns an `AVPacket`: the compressed data of one picture, with its time.
package struct Packet: ~Copyable {
  package let pointer: UnsafeMutablePointer<AVPacket>

  package init() throws(FFmpegError) {
    pointer = try check(av_packet_alloc(), "av_packet_alloc")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }
}
