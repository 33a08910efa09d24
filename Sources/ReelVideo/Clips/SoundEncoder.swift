import CReelFFmpeg
import ReelGeometry

/// Compresses one channel of sound with the codec of the container.
struct SoundEncoder: ~Copyable {
  /// The FFmpeg name of the encoder.
  let name: String

  private let context: CodecContext
  private let packet: Packet
  private let frame: VideoFrame
  private let takesFloats: Bool
  private let frameSize: Int
  private var waiting: [Float] = []
  private var nextSample: Int

  /// The encoders of FFmpeg by codec: the one for AAC is part of it, Opus needs libopus.
  private static let names = ["aac": "aac", "opus": "libopus", "pcm_s16le": "pcm_s16le"]

  init(_ sound: ClipConfiguration.Sound, container: MediaContainer) throws {
    let codecName = container.soundCodec ?? "no codec"
    guard let name = Self.names[codecName], let codec = avcodec_find_encoder_by_name(name) else {
      throw ClipError.encoderRefused(
        codecName,
        reason: "this FFmpeg has none for the sound of .\(container.rawValue): choose another container, or no sound")
    }
    let context = try CodecContext(codec)
    let native = context.pointer
    let format = reel_codec_sample_formats(codec)?.pointee ?? AV_SAMPLE_FMT_S16
    native.pointee.sample_fmt = format
    native.pointee.sample_rate = Int32(sound.sampleRate)
    native.pointee.time_base = AVRational(num: 1, den: Int32(sound.sampleRate))
    native.pointee.thread_count = 1
    native.pointee.bit_rate = 128_000
    native.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    reel_set_channels(&native.pointee.ch_layout, 1)
    if let muxer = av_guess_format(container.muxerName, nil, nil), muxer.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      native.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
    do {
      try check(avcodec_open2(native, codec, nil), "avcodec_open2")
    } catch {
      throw ClipError.encoderRefused(
        name, reason: "it does not take \(sound.sampleRate) samples a second (\(error.message)): choose 48000")
    }
    guard [AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_S16, AV_SAMPLE_FMT_S16P].contains(format) else {
      throw ClipError.encoderRefused(
        name, reason: "it takes samples that are neither float nor 16 bits: choose another container")
    }
    let packet = try Packet()
    let frame = try VideoFrame()
    takesFloats = format == AV_SAMPLE_FMT_FLT || format == AV_SAMPLE_FMT_FLTP
    frameSize = reel_codec_takes_any_sample_count(codec) != 0 ? 1024 : Int(native.pointee.frame_size)
    self.packet = packet
    self.frame = frame
    nextSample = sound.firstSample
    self.name = name
    self.context = context
  }

  /// The clock of the packets: a sample a tick.
  var timeBase: AVRational { context.pointer.pointee.time_base }

  /// Copies what a container has to know about the stream.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try check(avcodec_parameters_from_context(parameters, context.pointer), "avcodec_parameters_from_context")
  }

  /// Compresses the samples that follow those before, from -1 to 1, and hands on every packet that is ready.
  mutating func encode(_ samples: [Float], to body: (borrowing Packet) throws -> Void) throws {
    waiting += samples
    var start = 0
    while waiting.count - start >= frameSize {
      try send(waiting[start..<start + frameSize], to: body)
      start += frameSize
    }
    waiting.removeFirst(start)
  }

  /// Hands on the packets that are still inside; nothing can be encoded afterwards.
  mutating func finish(to body: (borrowing Packet) throws -> Void) throws {
    if !waiting.isEmpty { try send(waiting[...], to: body) }
    waiting = []
    try check(avcodec_send_frame(context.pointer, nil), "avcodec_send_frame")
    try receive(to: body)
  }

  private mutating func send(_ samples: ArraySlice<Float>, to body: (borrowing Packet) throws -> Void) throws {
    let native = frame.pointer
    av_frame_unref(native)
    native.pointee.nb_samples = Int32(samples.count)
    native.pointee.format = context.pointer.pointee.sample_fmt.rawValue
    native.pointee.sample_rate = context.pointer.pointee.sample_rate
    reel_set_channels(&native.pointee.ch_layout, 1)
    native.pointee.pts = Int64(nextSample)
    try check(av_frame_get_buffer(native, 0), "av_frame_get_buffer")
    guard let data = UnsafeMutableRawPointer(native.pointee.data.0) else { return }
    for (number, sample) in samples.enumerated() {
      if takesFloats {
        data.storeBytes(of: sample, toByteOffset: number * 4, as: Float.self)
      } else {
        let level = sample.isNaN ? 0 : Int16(max(-32_768, min(32_767, (sample * 32_768).rounded())))
        data.storeBytes(of: level, toByteOffset: number * 2, as: Int16.self)
      }
    }
    nextSample += samples.count
    try check(avcodec_send_frame(context.pointer, native), "avcodec_send_frame")
    try receive(to: body)
  }

  private func receive(to body: (borrowing Packet) throws -> Void) throws {
    while true {
      let status = avcodec_receive_packet(context.pointer, packet.pointer)
      if status == FFmpegError.Code.needsInput.rawValue || status == FFmpegError.Code.endOfStream.rawValue { return }
      try check(status, "avcodec_receive_packet")
      try body(packet)
    }
  }
}
