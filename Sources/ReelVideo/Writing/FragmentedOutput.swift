import CReelFFmpeg
import ReelGeometry

/// Writes packets as a fragmented MP4, which plays up to the last fragment when its end is missing.
///
/// `delay_moov` puts off the header until the first fragment is cut. By then the muxer knows by how much decoding runs
/// ahead of showing, and writes the edit list that starts the movie at 0. Without it (`empty_moov`) the first picture
/// of a stream with B-frames is shown two frames late, with `negative_cts_offsets` also.
struct FragmentedOutput: ~Copyable {
  private let context: OutputContext
  private let stream: UnsafeMutablePointer<AVStream>
  private let encoderTimeBase: AVRational

  /// Opens `url` and prepares one stream of video.
  init(url: String, encoder: borrowing FilmEncoder, configuration: VideoConfiguration) throws(FFmpegError) {
    let context = try OutputContext.open(url: url, format: "mp4")
    let stream = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
    try encoder.copyParameters(to: stream.pointee.codecpar)
    stream.pointee.time_base = encoder.timeBase
    let rate = configuration.frameRate
    stream.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    try context.set("movflags", to: "delay_moov+default_base_moof+frag_keyframe")
    // Microseconds: a fragment also ends a second after it began, so that a crash loses little.
    try context.set("frag_duration", to: "1000000")
    try check(avformat_write_header(context.pointer, nil), "avformat_write_header")
    self.context = context
    self.stream = stream
    encoderTimeBase = encoder.timeBase
  }

  /// The bytes written so far.
  var byteCount: Int64 { context.byteCount }

  /// Adds a packet; it reaches the file with the fragment that it is part of.
  func write(_ packet: borrowing Packet) throws(FFmpegError) {
    packet.pointer.pointee.stream_index = stream.pointee.index
    av_packet_rescale_ts(packet.pointer, encoderTimeBase, stream.pointee.time_base)
    try check(av_write_frame(context.pointer, packet.pointer), "av_write_frame")
    try context.checkFile()
  }

  /// Writes the last fragment, closes the file, and returns its size.
  func finish() throws(FFmpegError) -> Int {
    try check(av_write_trailer(context.pointer), "av_write_trailer")
    let byteCount = context.byteCount
    try context.close()
    return Int(byteCount)
  }
}
