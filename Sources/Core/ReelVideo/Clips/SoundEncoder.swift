import CReelFFmpeg
import ReelGeometry

/// Compresses sound.
package struct SoundEncoder: ~Copyable {
  /// The FFmpeg name of the encoder.
  let name: String

  private let context: CodecContext
  private let packet: Packet
  private let frame: VideoFrame
  private let takesFloats: Bool
  private let isPlanar: Bool
  private let channels: Int
  private let frameSize: Int
  private var waiting: [Float] = []
  private var nextSample: Int

  /// The encoders of FFmpeg by codec: the one for AAC is part of it, Opus needs libopus.
  private static let names = ["aac": "aac", "opus": "libopus", "pcm_s16le": "pcm_s16le"]

  /// Opens the encoder of a container's codec.
  ///
  /// - Throws: `ClipError` where this FFmpeg has none.
  package init(in container: MediaContainer, sampleRate: Int, channels: Int, firstSample: Int, bitRate: Int64) throws {
    let codecName = container.soundCodec ?? "no codec"
    guard let name = Self.names[codecName], avcodec_find_encoder_by_name(name) != nil else {
      throw ClipError.encoderRefused(
        codecName,
        reason: "this FFmpeg has none for the sound of .\(container.rawValue): choose another container, or no sound")
    }
    try self.init(
      name, sampleRate: sampleRate, channels: channels, firstSample: firstSample, bitRate: bitRate,
      hasGlobalHeader: container.hasGlobalHeader)
  }

  /// Opens the encoder of a film: left and right, in the codec of the container; in AAC where this FFmpeg does not have that.
  ///
  /// Where the film grows in a format that does not hold that codec, as QuickTime does not hold Opus, nothing is compressed: of AAC in
  /// Matroska, players would not skip the silence that its encoder begins with.
  static func film(_ container: MediaContainer, growing: MediaContainer?) throws -> SoundEncoder {
    let wanted = names[container.soundCodec ?? "aac"] ?? "aac"
    let codec = avcodec_find_encoder_by_name(wanted)
    let isHeld = codec.flatMap { codec in growing.map { EncoderCatalog.holds(codec.pointee.id, in: $0) } } ?? true
    return try SoundEncoder(
      codec == nil ? "aac" : isHeld ? wanted : "pcm_s16le", sampleRate: SoundTrack.sampleRate,
      channels: SoundTrack.channelCount, firstSample: 0, bitRate: 192_000, hasGlobalHeader: true)
  }

  private init(
    _ name: String, sampleRate: Int, channels: Int, firstSample: Int, bitRate: Int64, hasGlobalHeader: Bool
  ) throws {
    guard let codec = avcodec_find_encoder_by_name(name) else {
      throw ClipError.encoderRefused(name, reason: "this FFmpeg has no such encoder")
    }
    let context = try CodecContext(codec)
    let native = context.pointer
    let format = reel_codec_sample_formats(codec)?.pointee ?? AV_SAMPLE_FMT_S16
    native.pointee.sample_fmt = format
    native.pointee.sample_rate = Int32(sampleRate)
    native.pointee.time_base = AVRational(num: 1, den: Int32(sampleRate))
    native.pointee.thread_count = 1
    native.pointee.bit_rate = bitRate
    native.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    reel_set_channels(&native.pointee.ch_layout, Int32(channels))
    if hasGlobalHeader { native.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    do {
      try check(BaselineProcessor.open { avcodec_open2(native, codec, nil) }, "avcodec_open2")
    } catch {
      throw ClipError.encoderRefused(
        name, reason: "it does not take \(sampleRate) samples a second (\(error.message)): choose 48000")
    }
    guard [AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P].contains(format) else {
      throw ClipError.encoderRefused(
        name, reason: "it needs samples that are neither float nor 16 bits: choose another container")
    }
    let packet = try Packet()
    let frame = try VideoFrame()
    takesFloats = format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_FLTP
    isPlanar = av_sample_fmt_is_planar(format) != 0
    self.channels = channels
    frameSize = reel_codec_takes_any_sample_count(codec) != 0 ? 1024 : Int(native.pointee.frame_size)
    self.packet = packet
    self.frame = frame
    nextSample = firstSample
    self.name = name
    self.context = context
  }

  /// The clock of the packets: a sample a tick.
  package var timeBase: AVRational { context.pointer.pointee.time_base }

  /// Copies the stream's parameters to the container.
  package func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try context.copyParameters(to: parameters)
  }

  /// Compresses the samples that follow those before, from -1 to 1, of all channels in turns, and hands on every packet that is ready.
  package mutating func encode(_ samples: [Float], to body: (borrowing Packet) throws -> Void) throws {
    waiting += samples
    var start = 0
    while waiting.count - start >= frameSize * channels {
      try send(waiting[start..<start + frameSize * channels], to: body)
      start += frameSize * channels
    }
    waiting.removeFirst(start)
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  package mutating func finish(to body: (borrowing Packet) throws -> Void) throws {
    if !waiting.isEmpty { try send(waiting[...], to: body) }
    waiting = []
    try context.send(nil)
    try receive(to: body)
  }

  private mutating func send(_ samples: ArraySlice<Float>, to body: (borrowing Packet) throws -> Void) throws {
    let native = frame.pointer
    av_frame_unref(native)
    let count = samples.count / channels
    native.pointee.nb_samples = Int32(count)
    native.pointee.format = context.pointer.pointee.sample_fmt.rawValue
    native.pointee.sample_rate = context.pointer.pointee.sample_rate
    reel_set_channels(&native.pointee.ch_layout, Int32(channels))
    native.pointee.pts = Int64(nextSample)
    try check(av_frame_get_buffer(native, 0), "av_frame_get_buffer")
    guard let planes = native.pointee.extended_data else { return }
    for (number, sample) in samples.enumerated() {
      let (pair, channel) = (number / channels, number % channels)
      guard let data = UnsafeMutableRawPointer(planes[isPlanar ? channel : 0]) else { return }
      let index = isPlanar ? pair : number
      if takesFloats {
        data.storeBytes(of: sample, toByteOffset: index * 4, as: Float.self)
      } else {
        let level = sample.isNaN ? 0 : Int16(clamping: max(-32_768, min(32_767, (sample * 32_768).rounded())))
        data.storeBytes(of: level, toByteOffset: index * 2, as: Int16.self)
      }
    }
    nextSample += count
    try context.send(native)
    try receive(to: body)
  }

  private func receive(to body: (borrowing Packet) throws -> Void) throws {
    while try context.receive(packet) {
      // The encoder for AAC leaves it out of the last one, which a container would then cut off.
      let pointer = packet.pointer
      if pointer.pointee.duration <= 0 {
        let left = Int64(nextSample) - pointer.pointee.pts
        pointer.pointee.duration = max(1, min(Int64(frameSize), left))
      }
      try body(packet)
    }
  }
}
