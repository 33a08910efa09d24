import CReelFFmpeg
import ReelGeometry
import ReelTiming

/// Copies the packets of a fragmented file into the requested container.
///
/// MP4 and QuickTime get their index in front of the pictures (fast start), so that a browser can begin at once.
enum Remuxer {
  /// The fragmented file, or the requested part of it.
  struct Source {
    var path: String
    /// The bytes from the start that are read; nil for all.
    var byteCount: Int?
    /// The packets of pictures that are copied; nil for all.
    var packetCount: Int?
    /// Where it is read from, if it is no file.
    var reader: FragmentReader?

    /// Opens it.
    func open() throws(FFmpegError) -> InputContext {
      if let reader { return try InputContext(reading: reader) }
      return try InputContext(path: path, byteCount: byteCount)
    }
  }

  /// A stream on its way from one file to the other.
  private struct Way {
    let source: UnsafeMutablePointer<AVStream>
    let target: UnsafeMutablePointer<AVStream>
    /// What is added to its times, in its own ticks.
    var delay: Int64 = 0
  }

  /// Makes the file.
  ///
  /// - Parameters:
  ///   - tracks: the chapters and captions; sound is in the source.
  ///   - frameCount: how long the film is, where it has chapters.
  static func copy(
    from source: Source, to destination: String, container: MediaContainer, frameRate: FrameRate,
    tracks: FilmTracks = FilmTracks(), frameCount: Int? = nil
  ) throws(FFmpegError) {
    // A film that was interrupted has neither chapters nor words beyond its end.
    let length = frameCount.map { frameRate.seconds(ofFrame: $0) }
    let tracks = length.map { tracks.clipped(from: 0, to: $0) } ?? tracks
    let input = try source.open()
    let codec = (input.pointer.pointee.streams?[0]).flatMap { VideoCodec($0.pointee.codecpar.pointee.codec_id) }
    // Matroska, and the header of VP9, name the pixel format, which FFmpeg knows after decoding the first pictures: that takes as
    // long as the whole copy.
    if !container.isQuickTimeFamily || codec == .vp9 {
      try check(avformat_find_stream_info(input.pointer, nil), "avformat_find_stream_info")
    }
    let alpha = try AlphaJoin(beside: input, of: source)
    guard alpha == nil || container.isMatroska else {
      throw FFmpegError(.invalidArgument, operation: "writing transparency of VP9 to \(container.rawValue)")
    }
    let output = try OutputContext.open(url: "file:" + destination, format: container.muxerName)
    var ways: [Way] = []
    // Transparency comes last, and becomes a part of the pictures.
    for index in 0..<Int(input.pointer.pointee.nb_streams) - (alpha == nil ? 0 : 1) {
      guard let stream = input.pointer.pointee.streams?[index] else { continue }
      ways.append(try way(of: stream, in: output, container: container))
    }
    guard let pictures = ways.first else { throw FFmpegError(.invalidData, operation: "avformat_open_input") }
    // Pixels are square, which FFmpeg would find out by decoding, too.
    pictures.target.pointee.codecpar.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    pictures.target.pointee.codecpar.pointee.codec_tag = codec?.tag(in: container.muxerName) ?? 0
    pictures.target.pointee.avg_frame_rate = AVRational(
      num: Int32(frameRate.numerator), den: Int32(frameRate.denominator))
    try alpha?.describe(pictures.target)
    let native = pictures.source.pointee.codecpar.pointee
    let size = PixelSize(width: Int(native.width), height: Int(native.height))
    var texts: [TextTrackWriter] = []
    for track in tracks.captions where track.isEmbedded {
      texts.append(try TextTrackWriter(track, in: output, container: container, size: size))
    }
    try setOptions(output, container, ways, isWoven: ways.count + texts.count > 1)
    if let length { try ChapterList(tracks.chaptersFromStart, end: length).add(to: output) }
    try check(avformat_write_header(output.pointer, nil), "avformat_write_header")
    try copyPackets(from: input, ways, alpha, texts, to: output, pictureCount: source.packetCount, length: length)
    for text in texts { try text.write(until: .max, to: output) }
    try check(av_write_trailer(output.pointer), "av_write_trailer")
    try output.close()
  }

  private static func way(
    of source: UnsafeMutablePointer<AVStream>, in output: borrowing OutputContext, container: MediaContainer
  ) throws(FFmpegError) -> Way {
    let target = try check(avformat_new_stream(output.pointer, nil), "avformat_new_stream")
    try check(
      avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar), "avcodec_parameters_copy")
    // The tag belongs to the container, which picks its own.
    target.pointee.codecpar.pointee.codec_tag = 0
    // It is told from what was read of the source by now; the container computes it from all packets.
    target.pointee.codecpar.pointee.bit_rate = 0
    target.pointee.time_base = source.pointee.time_base
    let isMatroskaSound = !container.isQuickTimeFamily && isSound(source)
    return Way(
      source: source, target: target, delay: isMatroskaSound ? MatroskaDelay.samples(of: source.pointee.codecpar) : 0)
  }

  private static func isSound(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
    stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO
  }

  /// Gives the last packet of sound its duration, which FFmpeg does not read from a fragmented file: what is left of the film.
  private static func complete(
    _ packet: UnsafeMutablePointer<AVPacket>, of stream: UnsafeMutablePointer<AVStream>, length: Double?
  ) {
    let whole: Int64 = stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS ? 960 : 1024
    let left = length.map { Int64(($0 * Double(SoundTrack.sampleRate)).rounded()) - packet.pointee.pts } ?? whole
    packet.pointee.duration = max(1, min(whole, left))
  }

  private static func setOptions(
    _ output: borrowing OutputContext, _ container: MediaContainer, _ ways: [Way], isWoven: Bool
  ) throws(FFmpegError) {
    // What a decoder throws away of sound lies before 0; without this all times would move by that.
    if ways.count > 1 { output.pointer.pointee.avoid_negative_ts = 0 }
    if isWoven {
      // Streams are woven together by the second, and not by the ten that are usual.
      output.pointer.pointee.max_interleave_delta = 1_000_000
    }
    try FilmTag.add(to: output)
    guard container.isQuickTimeFamily else { return }
    try output.set("movflags", to: "+faststart")
    // In milliseconds, the default, the lengths of the movie and of its edit lists would be rounded.
    let clock = ways.reduce(1) { leastCommonMultiple($0, Int($1.source.pointee.time_base.den)) }
    let ofPictures = Int(ways[0].source.pointee.time_base.den)
    try output.set("movie_timescale", to: "\(clock <= Int(Int32.max) ? clock : ofPictures)")
  }

  private static func copyPackets(
    from input: borrowing InputContext, _ ways: [Way], _ alpha: AlphaJoin?, _ texts: [TextTrackWriter],
    to output: borrowing OutputContext, pictureCount: Int?, length: Double?
  ) throws(FFmpegError) {
    let isWoven = ways.count + texts.count > 1
    let packet = try Packet()
    var count = 0
    while try input.read(packet) {
      let pointer = packet.pointer
      let index = Int(pointer.pointee.stream_index)
      guard ways.indices.contains(index) else { continue }
      if index == 0 {
        if count == pictureCount {
          if ways.count == 1 { break }
          continue
        }
        count += 1
        try alpha?.complete(packet)
      }
      let way = ways[index]
      if index == 0 {
        let clock = way.source.pointee.time_base
        let time = av_rescale_q(pointer.pointee.dts, clock, AVRational(num: 1, den: 1000))
        for text in texts { try text.write(until: time, to: output) }
      }
      if isSound(way.source), pointer.pointee.duration <= 0 { complete(pointer, of: way.source, length: length) }
      pointer.pointee.pts += way.delay
      pointer.pointee.dts += way.delay
      av_packet_rescale_ts(pointer, way.source.pointee.time_base, way.target.pointee.time_base)
      pointer.pointee.stream_index = way.target.pointee.index
      pointer.pointee.pos = -1
      if !isWoven {
        try check(av_write_frame(output.pointer, pointer), "av_write_frame")
      } else {
        try check(av_interleaved_write_frame(output.pointer, pointer), "av_interleaved_write_frame")
      }
      try output.checkFile()
    }
  }
}
