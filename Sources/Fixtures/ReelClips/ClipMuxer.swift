import ReelVideo
import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

/// Writes the packets of a clip into a container.
struct ClipMuxer: ~Copyable {
  private let context: OutputContext
  private let video: UnsafeMutablePointer<AVStream>
  private let audio: UnsafeMutablePointer<AVStream>?
  private let videoTick: AVRational
  private let audioTick: AVRational
  /// The offset added to the times of sound, in samples.
  private let soundDelay: Int64

  /// Opens the file and writes the header.
  init(
    path: String, container: MediaContainer, configuration: ClipConfiguration, encoder: borrowing ClipEncoder,
    sound: borrowing SoundEncoder?
  ) throws(FFmpegError) {
    let context = try OutputContext.open(url: "file:" + path, format: container.muxerName)
    let video = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
    try encoder.copyParameters(to: video.pointee.codecpar)
    Self.keepTag(of: video, in: context)
    let rate = configuration.frameRate
    let videoTick = container.keepsTimes ? configuration.timeBase.native : TimeBase(rate).native
    video.pointee.time_base = videoTick
    video.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    video.pointee.r_frame_rate = video.pointee.avg_frame_rate
    video.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    try Self.setOrientation(configuration, of: video)
    try LightMetadata.usual(for: configuration.transfer)?.attach(to: video)
    var audio: UnsafeMutablePointer<AVStream>?
    var audioTick = AVRational(num: 1, den: 1)
    if sound != nil {
      let stream = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
      audioTick = try Self.describe(sound, stream)
      audio = stream
    }
    if let timecode = configuration.timecode {
      // A track goes with its stream, and a tag with the file.
      if container.isQuickTimeFamily {
        av_dict_set(&video.pointee.metadata, "timecode", timecode, 0)
      } else {
        av_dict_set(&context.pointer.pointee.metadata, "timecode", timecode, 0)
      }
    }
    try Self.setOptions(context, container, configuration)
    try check(avformat_write_header(context.pointer, nil), "avformat_write_header")
    self.context = context
    self.video = video
    self.audio = audio
    self.videoTick = videoTick
    self.audioTick = audioTick
    let isMatroska = container == .mkv || container == .webm
    soundDelay = isMatroska ? audio.map { MatroskaDelay.samples(of: $0.pointee.codecpar) } ?? 0 : 0
  }

  /// Adds a packet of pictures, with times in ticks of the configuration.
  func writePicture(_ packet: borrowing Packet) throws(FFmpegError) { try write(packet, to: video, tick: videoTick) }

  /// Adds a packet of sound, with times in samples.
  func writeSound(_ packet: borrowing Packet) throws(FFmpegError) {
    guard let audio else { return }
    packet.pointer.pointee.pts += soundDelay
    packet.pointer.pointee.dts += soundDelay
    try write(packet, to: audio, tick: audioTick)
  }

  /// Writes the end and closes the file.
  ///
  /// - Parameter lastDuration: How long the last picture stays on, in ticks.
  func finish(lastDuration: Int, container: MediaContainer) throws(FFmpegError) {
    if container == .gif {
      let delay = av_rescale_q(Int64(lastDuration), videoTick, AVRational(num: 1, den: 100))
      try context.set("final_delay", to: "\(min(max(delay, 2), 65_535))")
    }
    try check(av_write_trailer(context.pointer), "av_write_trailer")
    if container == .ts { fill() }
    try context.close()
  }

  /// Adds null packets to a transport stream of a few pictures: FFmpeg recognizes one by the starts of at least eleven packets.
  private func fill() {
    let null: [UInt8] = [0x47, 0x1F, 0xFF, 0x10] + [UInt8](repeating: 0xFF, count: 184)
    let file = context.pointer.pointee.pb
    while (0..<12 * Int64(null.count)).contains(avio_seek(file, 0, SEEK_CUR)) {
      avio_write(file, null, Int32(null.count))
    }
  }

  private func write(
    _ packet: borrowing Packet, to stream: UnsafeMutablePointer<AVStream>, tick: AVRational
  ) throws(FFmpegError) {
    packet.pointer.pointee.stream_index = stream.pointee.index
    av_packet_rescale_ts(packet.pointer, tick, stream.pointee.time_base)
    try check(av_interleaved_write_frame(context.pointer, packet.pointer), "av_interleaved_write_frame")
    try context.checkFile()
  }

  private static func describe(
    _ sound: borrowing SoundEncoder?, _ stream: UnsafeMutablePointer<AVStream>
  ) throws(FFmpegError) -> AVRational {
    switch sound {
    case .some(let encoder):
      try encoder.copyParameters(to: stream.pointee.codecpar)
      stream.pointee.time_base = encoder.timeBase
      return encoder.timeBase
    case .none: return AVRational(num: 1, den: 1)
    }
  }

  /// Keeps the four letters that an encoder chose if the container knows them; for raw video they name the pixel format.
  private static func keepTag(of stream: UnsafeMutablePointer<AVStream>, in context: borrowing OutputContext) {
    let parameters = stream.pointee.codecpar
    guard let tags = context.pointer.pointee.oformat.pointee.codec_tag, let parameters else { return }
    if av_codec_get_id(tags, parameters.pointee.codec_tag) != parameters.pointee.codec_id {
      parameters.pointee.codec_tag = 0
    }
  }

  private static func setOptions(
    _ context: borrowing OutputContext, _ container: MediaContainer, _ configuration: ClipConfiguration
  ) throws(FFmpegError) {
    switch container {
    case .mp4, .m4v, .mov:
      // Edit lists are written where the header waits for the first fragment.
      try context.set(
        "movflags", to: configuration.isFragmented ? "+frag_keyframe+delay_moov+default_base_moof" : "+faststart")
      // In milliseconds, the default, the lengths of the movie and of its edit lists would be rounded.
      let clock = leastCommonMultiple(configuration.timeBase.denominator, configuration.sound?.sampleRate ?? 1)
      try context.set("movie_timescale", to: "\(clock <= Int(Int32.max) ? clock : configuration.timeBase.denominator)")
    case .ts:
      // Decoding begins 1.4 s after the stream's clock: twice what the ffmpeg program asks for. All times move by that
      // much and no more.
      context.pointer.pointee.max_delay = 700_000
      context.pointer.pointee.avoid_negative_ts = 0
    case .mkv, .webm:
      // Opus begins slightly before 0; without this all times would be shifted.
      context.pointer.pointee.avoid_negative_ts = 0
    case .avi, .gif, .png: break
    }
  }

  /// Attaches the display matrix: columns of the transform from stored to upright pixels, in 16.16, the last in 2.30.
  private static func setOrientation(
    _ configuration: ClipConfiguration, of stream: UnsafeMutablePointer<AVStream>
  ) throws(FFmpegError) {
    if configuration.orientation != .up { try configuration.orientation.attach(to: stream, of: configuration.size) }
  }
}
