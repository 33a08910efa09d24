import CReelFFmpeg
import ReelGeometry

/// Compresses pictures.
struct VideoEncoder: ~Copyable {
  /// The FFmpeg name of the encoder that is used.
  let name: String

  private let context: CodecContext
  private let packet: Packet

  /// Opens an encoder.
  ///
  /// - Parameter leavesRoomForStills: Whether a `StillWeaver` will put pictures between those of the encoder; libx264 only.
  /// - Throws: `MovieError.encoderMissing`, `InvalidValue` for what the encoder cannot do, or `FFmpegError`.
  init(_ configuration: VideoConfiguration, leavesRoomForStills: Bool = false) throws {
    FFmpegLog.applyDefault()
    let name = try configuration.codec.encoder(wanted: configuration.encoder)
    let codec = try check(avcodec_find_encoder_by_name(name), "avcodec_find_encoder_by_name \(name)")
    let context = try CodecContext(codec)
    let packet = try Packet()
    Self.describe(configuration, to: context)
    switch name {
    case "libx264": try Self.setUpX264(configuration, leavesRoomForStills, context)
    case "libopenh264": try Self.setUpOpenH264(configuration, context)
    default: try CodecSettings(configuration).apply(name, to: context)
    }
    try check(avcodec_open2(context.pointer, codec, nil), "avcodec_open2 \(name)")
    self.name = name
    self.context = context
    self.packet = packet
  }

  /// The duration of one frame: the unit of every timestamp of the encoder.
  var timeBase: AVRational { context.pointer.pointee.time_base }

  /// How many pictures the encoder sends after ones that are shown later.
  var reorderDelay: Int { Int(context.pointer.pointee.has_b_frames) }

  /// The parameter sets of the stream, each with a start code.
  var parameterSets: [UInt8] {
    let codec = context.pointer.pointee
    return Array(UnsafeBufferPointer(start: codec.extradata, count: Int(codec.extradata_size)))
  }

  /// Copies the stream's parameters to the container.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try check(avcodec_parameters_from_context(parameters, context.pointer), "avcodec_parameters_from_context")
  }

  /// Compresses a picture as the frame `index`, and passes on every packet that is ready.
  ///
  /// A packet may come many frames after its picture.
  ///
  /// - Parameters:
  ///   - frame: The picture.
  ///   - index: Its time in frames.
  ///   - kind: The required picture type.
  ///   - qualityOffset: By how much its quantiser is lowered (QP, 0…51), with libx264 and all presets but ultrafast.
  ///   - body: Receives each packet.
  func encode(
    _ frame: borrowing VideoFrame, index: Int, as kind: PictureKind = .any, qualityOffset: Double = 0,
    to body: (borrowing Packet) throws -> Void
  ) throws {
    frame.pointer.pointee.pts = Int64(index)
    frame.pointer.pointee.pict_type = kind.native
    try Self.setOffset(qualityOffset, of: frame)
    try check(avcodec_send_frame(context.pointer, frame.pointer), "avcodec_send_frame")
    while try receive() { try body(packet) }
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  func finish(to body: (borrowing Packet) throws -> Void) throws {
    try check(avcodec_send_frame(context.pointer, nil), "avcodec_send_frame")
    while try receive() { try body(packet) }
  }

  /// Changes libx264's quantiser with a region of interest that covers the whole picture.
  private static func setOffset(_ offset: Double, of frame: borrowing VideoFrame) throws(FFmpegError) {
    let kind = AV_FRAME_DATA_REGIONS_OF_INTEREST
    av_frame_remove_side_data(frame.pointer, kind)
    guard offset != 0 else { return }
    let size = MemoryLayout<AVRegionOfInterest>.size
    let data = try check(av_frame_new_side_data(frame.pointer, kind, size), "av_frame_new_side_data")
    // The whole range is 51 steps of the quantiser.
    let region = AVRegionOfInterest(
      self_size: UInt32(size), top: 0, bottom: frame.pointer.pointee.height, left: 0,
      right: frame.pointer.pointee.width, qoffset: AVRational(num: Int32(clamping: -offset * 100), den: 5100))
    UnsafeMutableRawPointer(data.pointee.data).storeBytes(of: region, as: AVRegionOfInterest.self)
  }

  private func receive() throws(FFmpegError) -> Bool {
    let status = avcodec_receive_packet(context.pointer, packet.pointer)
    if status == FFmpegError.Code.needsInput.rawValue || status == FFmpegError.Code.endOfStream.rawValue {
      return false
    }
    try check(status, "avcodec_receive_packet")
    // Encoders may leave it out; without it a container would guess the duration of the last frame.
    packet.pointer.pointee.duration = 1
    return true
  }

  private static func describe(_ configuration: VideoConfiguration, to context: borrowing CodecContext) {
    let rate = configuration.frameRate
    let codec = context.pointer
    codec.pointee.width = Int32(configuration.size.width)
    codec.pointee.height = Int32(configuration.size.height)
    codec.pointee.pix_fmt = configuration.pixelFormat.native
    codec.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    codec.pointee.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    codec.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    if let limit = configuration.bindingLimit {
      // In any time the stream has what the rate gives in it, and the buffer: together less than what is allowed.
      // Transparency is encoded by a second encoder, which may take as much as the first.
      let bits = (configuration.pixelFormat == .yuva420p ? 4 : 8) * Double(limit.pictureBytes)
      let seconds = max(1, rate.seconds(ofFrame: limit.frameCount))
      codec.pointee.rc_max_rate = Int64(clamping: bits * 0.6 / seconds)
      codec.pointee.rc_buffer_size = Int32(clamping: min(bits * 0.35, Double(Int32.max)))
      codec.pointee.rc_initial_buffer_occupancy = codec.pointee.rc_buffer_size
    }
    codec.pointee.gop_size = Int32(configuration.keyframeInterval)
    codec.pointee.thread_count = Int32(configuration.encoderThreads)
    // Players assume BT.601 or BT.709 by the size of the picture where these are left out.
    codec.pointee.colorspace = configuration.pixelFormat == .bgra ? AVCOL_SPC_RGB : AVCOL_SPC_BT709
    codec.pointee.color_primaries = AVCOL_PRI_BT709
    codec.pointee.color_trc = AVCOL_TRC_BT709
    codec.pointee.color_range = configuration.pixelFormat == .bgra ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    if configuration.pixelFormat.columns == 2 { codec.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT }
    configuration.samples?.apply(to: codec)
    // MP4 and Matroska hold the parameter sets in their headers.
    codec.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER | AV_CODEC_FLAG_BITEXACT
  }

  /// Whether libx264 may code a picture after the one that follows it.
  static func hasBFrames(_ configuration: VideoConfiguration, leavesRoomForStills: Bool) -> Bool {
    !leavesRoomForStills && configuration.delay != .none && configuration.preset != .ultrafast
  }

  private static func setUpX264(
    _ configuration: VideoConfiguration, _ leavesRoomForStills: Bool, _ context: borrowing CodecContext
  ) throws(FFmpegError) {
    try context.set("preset", to: configuration.preset.rawValue)
    var parameters: [String] = []
    if leavesRoomForStills {
      try context.set("forced-idr", to: "1")
      parameters.append("bframes=0")
    }
    if ![.ultrafast, .superfast].contains(configuration.preset) {
      // OpenH264's decoder is wrong by a hundred levels where a macroblock of a B slice is divided in four, and by five at
      // most where vectors follow from a neighbour's. To do without the former costs less than a percent.
      parameters.append("partitions=i8x8,i4x4,p8x8")
    }
    if configuration.preset == .veryfast, configuration.quality != .lossless {
      // Edges of drawings are sharp: a long search for fractions of a pixel seldom finds a better match, and neighbours know most
      // movements. Measured with fifteen films of drawings, text, pans and fades: a fifth less processor time, from 14 % less to
      // 10 % more bytes, in the mean as many, and 0.1 dB less, 0.4 dB at most.
      parameters += ["subme=1", "me=dia"]
    }
    if hasBFrames(configuration, leavesRoomForStills: leavesRoomForStills) {
      // OpenH264's decoder predicts from the time of other pictures (direct=temporal, which slow presets choose) with errors
      // that add up. Key frames are where `PlainFilmEncoder` puts them, none at a scene cut.
      parameters += ["direct=spatial", "scenecut=0"]
      if [.veryslow, .placebo].contains(configuration.preset) {
        // Among more B-frames in a row it loses pictures, of 16 references every other one. Drawings need no more: with these,
        // films are as small.
        parameters += ["bframes=3", "ref=8"]
      }
    }
    if configuration.delay == .none {
      // Threads work on slices of one picture instead of on several pictures, without waiting for the next one.
      if !leavesRoomForStills { parameters.append("bframes=0") }
      parameters += ["rc-lookahead=0", "sync-lookahead=0", "mbtree=0", "sliced-threads=1", "force-cfr=1"]
    }
    parameters += X264.repeatable
    if !parameters.isEmpty { try context.set("x264-params", to: parameters.joined(separator: ":")) }
    // Below 1 the encoder is lossless, which High does not have.
    var isHigh = configuration.pixelFormat == .yuv420p
    switch configuration.quality {
    case .standard: break
    case .crf(let factor):
      try context.set("crf", to: "\(factor)")
      isHigh = isHigh && factor >= 1
    case .bitrate(let rate):
      context.pointer.pointee.bit_rate = Int64(rate)
    case .lossless:
      try context.set("qp", to: "0")
      isHigh = false
    }
    try context.set("profile", to: isHigh ? "high" : "high444")
  }
}

extension VideoEncoder {
  private static func setUpOpenH264(
    _ configuration: VideoConfiguration, _ context: borrowing CodecContext
  ) throws {
    guard configuration.pixelFormat == .yuv420p else {
      throw InvalidValue("pixel format", configuration.pixelFormat.rawValue, expected: "yuv420p with libopenh264")
    }
    let factor: Double
    switch configuration.quality {
    case .standard: factor = 23
    case .crf(let given): factor = given
    case .bitrate, .lossless:
      throw InvalidValue("quality", configuration.quality, expected: "a crf with libopenh264")
    }
    try context.set("profile", to: "high")
    // It has no constant rate factor: the nearest equivalent is a constant quantiser.
    try context.set("rc_mode", to: "quality")
    let quantizer = Int32(clamping: min(max(factor.rounded(), 1), 51))
    context.pointer.pointee.qmin = quantizer
    context.pointer.pointee.qmax = quantizer
    // One slice a picture, however many threads there are.
    context.pointer.pointee.slices = 1
  }
}
