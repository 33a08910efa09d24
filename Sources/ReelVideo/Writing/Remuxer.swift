import CReelFFmpeg
import ReelGeometry
import ReelTiming

/// Copies the packets of a fragmented file into the container that was asked for.
///
/// MP4 and QuickTime get their index in front of the pictures (fast start), so that a browser can begin at once.
enum Remuxer {
  /// The fragmented file, or the part of it that is wanted.
  struct Source {
    var path: String
    /// The bytes from the start that are read; nil for all.
    var byteCount: Int?
    /// The packets that are copied; nil for all.
    var packetCount: Int?

    /// Opens it.
    func open() throws(FFmpegError) -> InputContext { try InputContext(path: path, byteCount: byteCount) }
  }

  static func copy(
    from source: Source, to destination: String, container: MediaContainer, frameRate: FrameRate
  ) throws(FFmpegError) {
    let input = try source.open()
    // Matroska names the pixel format, which FFmpeg knows after decoding the first pictures: that takes as long as the whole copy.
    if !container.isQuickTimeFamily {
      try check(avformat_find_stream_info(input.pointer, nil), "avformat_find_stream_info")
    }
    guard let inputStream = input.pointer.pointee.streams?[0] else {
      throw FFmpegError(.invalidData, operation: "avformat_open_input")
    }
    let output = try OutputContext.open(url: "file:" + destination, format: container.muxerName)
    let outputStream = try check(avformat_new_stream(output.pointer, nil), "avformat_new_stream")
    try check(
      avcodec_parameters_copy(outputStream.pointee.codecpar, inputStream.pointee.codecpar),
      "avcodec_parameters_copy")
    // Pixels are square, which FFmpeg would find out by decoding, too.
    outputStream.pointee.codecpar.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    // The tag belongs to the container, which picks its own.
    outputStream.pointee.codecpar.pointee.codec_tag = 0
    outputStream.pointee.time_base = inputStream.pointee.time_base
    outputStream.pointee.avg_frame_rate = AVRational(
      num: Int32(frameRate.numerator), den: Int32(frameRate.denominator))
    if container.isQuickTimeFamily {
      try output.set("movflags", to: "+faststart")
      // In milliseconds, the default, the lengths of the movie and of its edit list would be rounded.
      try output.set("movie_timescale", to: "\(inputStream.pointee.time_base.den)")
      try FilmTag.add(to: output)
    }
    try check(avformat_write_header(output.pointer, nil), "avformat_write_header")
    let packet = try Packet()
    var count = 0
    while source.packetCount.map({ count < $0 }) ?? true, try input.read(packet) {
      av_packet_rescale_ts(packet.pointer, inputStream.pointee.time_base, outputStream.pointee.time_base)
      packet.pointer.pointee.stream_index = 0
      packet.pointer.pointee.pos = -1
      try check(av_write_frame(output.pointer, packet.pointer), "av_write_frame")
      try output.checkFile()
      count += 1
    }
    try check(av_write_trailer(output.pointer), "av_write_trailer")
    try output.close()
  }
}
