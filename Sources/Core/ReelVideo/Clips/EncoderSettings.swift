import CReelFFmpeg
import ReelGeometry

/// The settings that make each encoder follow the configuration: keyframes exactly at multiples of the interval, the
/// requested B-frames, one thread, and the same bytes every time.
struct EncoderSettings {
  let configuration: ClipConfiguration
  let encoder: ClipCodecs.Encoder
  let pixelFormat: String
  let container: MediaContainer

  func apply(to context: borrowing CodecContext, _ codec: UnsafePointer<AVCodec>) throws {
    try describe(context, codec)
    try setQuality(context, codec)
    switch encoder.name {
    case "libx264", "libx264rgb": try setUpX264(context)
    case "libx265": try setUpX265(context)
    case "libvpx", "libvpx-vp9": try setUpVPX(context)
    case "libaom-av1": try setUpAOM(context)
    case "dnxhd": try setUpDNX(context)
    default: setUpOther(context)
    }
  }

  private func describe(_ context: borrowing CodecContext, _ codec: UnsafePointer<AVCodec>) throws(InvalidValue) {
    let native = context.pointer
    let rate = configuration.frameRate
    native.pointee.width = Int32(configuration.size.width)
    native.pointee.height = Int32(configuration.size.height)
    native.pointee.pix_fmt = try RawPicture.native(pixelFormat)
    native.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
    native.pointee.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    native.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    try checkRate(codec)
    native.pointee.gop_size = Int32(configuration.keyframeInterval)
    native.pointee.max_b_frames = Int32(configuration.bFrames)
    native.pointee.thread_count = 1
    // Limited-range JPEG, as cameras write it, is outside its standard.
    if encoder.isJPEG { native.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL }
    let isRGB = isRGB
    let transfer = configuration.transfer
    let matrix = transfer.isHDR ? .bt2020 : encoder.matrix
    native.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : matrix.tag
    native.pointee.color_primaries = transfer.primaries
    native.pointee.color_trc = transfer.tag
    let isFullRange = isRGB || RawLayout.named(pixelFormat)?.isFullRange ?? pixelFormat.hasPrefix("yuvj")
    native.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    if configuration.fields != .progressive {
      native.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
      native.pointee.field_order = configuration.fields == .topFirst ? AV_FIELD_TT : AV_FIELD_BB
    }
    if pixelFormat.hasPrefix("yuv420") || pixelFormat.hasPrefix("yuv422") {
      native.pointee.chroma_sample_location = AVCHROMA_LOC_LEFT
    }
    native.pointee.flags |= AV_CODEC_FLAG_BITEXACT | Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP)
    if let format = av_guess_format(container.muxerName, nil, nil), format.pointee.flags & AVFMT_GLOBALHEADER != 0 {
      native.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
  }

  /// Whether the samples are RGB instead of luma and chroma.
  private var isRGB: Bool {
    guard let native = try? RawPicture.native(pixelFormat), let description = av_pix_fmt_desc_get(native) else {
      return false
    }
    return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
  }

  /// Rejects a rate that the codec cannot represent.
  private func checkRate(_ codec: UnsafePointer<AVCodec>) throws(InvalidValue) {
    let rate = configuration.frameRate
    var offered: [String] = []
    var next = reel_codec_frame_rates(codec)
    while let native = next?.pointee, native.den != 0 {
      if Int(native.num) * rate.denominator == Int(native.den) * rate.numerator { return }
      offered.append(native.den == 1 ? "\(native.num)" : "\(native.num)/\(native.den)")
      next = next?.successor()
    }
    if !offered.isEmpty {
      throw InvalidValue(
        "frame rate", rate, expected: "one that \(encoder.codec) has: \(offered.joined(separator: ", "))")
    }
    if encoder.codec == "mpeg4", rate.numerator > 65_535 {
      throw InvalidValue("frame rate", rate, expected: "a fraction with parts up to 65535 in mpeg4")
    }
  }

  // MARK: - Quality

  private func setQuality(_ context: borrowing CodecContext, _ codec: UnsafePointer<AVCodec>) throws {
    switch configuration.quality {
    case .lossless:
      guard encoder.isLosslessPossible else {
        let others = Set(
          ClipCodecs.encoders.filter { $0.isLosslessPossible && $0.containers.contains(container) }.map(\.codec))
        throw ClipError.encoderRefused(
          encoder.name, reason: "it has no lossless mode: choose one of \(others.sorted().joined(separator: ", "))")
      }
    case .bitrate(let rate):
      try refuseWhereLossless(codec, "a bit rate")
      context.pointer.pointee.bit_rate = Int64(rate)
    case .crf(let factor):
      try refuseWhereLossless(codec, "a crf")
      try setConstantQuality(factor, context)
    case .standard:
      if let factor = standardFactor { try setConstantQuality(factor, context) }
    }
  }

  private func refuseWhereLossless(_ codec: UnsafePointer<AVCodec>, _ what: String) throws(ClipError) {
    if ClipCodecs.isAlwaysLossless(codec.pointee.id) {
      throw .encoderRefused(
        encoder.name, reason: "it is always lossless and takes no \(what.dropFirst(2)): leave it out")
    }
  }

  /// The default constant quality of a clip.
  private var standardFactor: Double? {
    switch encoder.codec {
    case "h264", "hevc": 20
    case "vp8": 10
    case "vp9", "av1": 24
    case "mpeg1video", "mpeg2video", "mpeg4", "mjpeg", "flv1": 3
    // Their coefficients end at 127 steps of twice this factor. A factor below 8 cannot represent a block that
    // changes from black to white, 8 x 255: it would stay grey, and a frame mark would be unreadable.
    case "h261", "h263", "h263p", "msmpeg4v2", "msmpeg4v3", "wmv1", "wmv2", "rv10", "rv20": 8
    default: nil
    }
  }

  private func setConstantQuality(_ factor: Double, _ context: borrowing CodecContext) throws {
    let range: ClosedRange<Double>
    switch encoder.name {
    case "libx264", "libx264rgb", "libx265": range = 0...51
    case "libvpx": range = 4...63
    case "libvpx-vp9", "libaom-av1": range = 0...63
    default: range = 1...31
    }
    guard range.contains(factor) else {
      throw InvalidValue(
        "crf", factor,
        expected: "from \(Int(clamping: range.lowerBound)) to \(Int(clamping: range.upperBound)) with \(encoder.name)")
    }
    switch encoder.name {
    case "libx264", "libx264rgb", "libx265": try context.set("crf", to: "\(factor)")
    case "libvpx":
      try context.set("crf", to: "\(Int(clamping: factor.rounded()))")
      // VP8 requires a rate limit for constant quality, so it gets one that is never reached.
      context.pointer.pointee.bit_rate = 200_000_000
    case "libvpx-vp9", "libaom-av1":
      try context.set("crf", to: "\(Int(clamping: factor.rounded()))")
      context.pointer.pointee.bit_rate = 0
    default:
      context.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE
      context.pointer.pointee.global_quality = Int32(clamping: factor * Double(FF_QP2LAMBDA))
    }
  }
}

extension EncoderSettings {
  private func setUpX264(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("preset", to: "veryfast")
    try context.set("forced-idr", to: "1")
    context.pointer.pointee.keyint_min = Int32(configuration.keyframeInterval)
    let parameters = ["scenecut=0", "b-adapt=0", "force-cfr=1", "open-gop=0"] + X264.repeatable
    try context.set("x264-params", to: parameters.joined(separator: ":"))
    if configuration.quality == .lossless { try context.set("qp", to: "0") }
  }

  private func setUpX265(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("preset", to: "ultrafast")
    try context.set("forced-idr", to: "1")
    let interval = configuration.keyframeInterval
    var parameters = [
      "pools=none", "frame-threads=1", "log-level=none", "info=0", "scenecut=0", "b-adapt=0", "open-gop=0",
      "keyint=\(interval)", "min-keyint=\(interval)", "bframes=\(configuration.bFrames)",
    ]
    parameters += X265.repeatable
    if configuration.quality == .lossless { parameters.append("lossless=1") }
    parameters += LightMetadata.usual(for: configuration.transfer)?.x265Parameters ?? []
    try context.set("x265-params", to: parameters.joined(separator: ":"))
  }

  private func setUpVPX(_ context: borrowing CodecContext) throws {
    try refuseBFrames()
    context.pointer.pointee.keyint_min = Int32(configuration.keyframeInterval)
    try context.set("deadline", to: "good")
    try context.set("cpu-used", to: "4")
    // No hidden pictures: every packet is shown.
    try context.set("auto-alt-ref", to: "0")
    try context.set("lag-in-frames", to: "0")
    if encoder.name == "libvpx-vp9", configuration.quality == .lossless { try context.set("lossless", to: "1") }
  }

  private func setUpAOM(_ context: borrowing CodecContext) throws {
    try refuseBFrames()
    context.pointer.pointee.keyint_min = Int32(configuration.keyframeInterval)
    try context.set("usage", to: "good")
    try context.set("cpu-used", to: "8")
    try context.set("row-mt", to: "0")
    try context.set("lag-in-frames", to: "0")
    if configuration.quality == .lossless { try context.set("aom-params", to: "lossless=1") }
  }

  /// DNxHR, which supports any size and rate; DNxHD supports only those of broadcasting.
  private func setUpDNX(_ context: borrowing CodecContext) throws(FFmpegError) {
    let profile =
      switch pixelFormat {
      case "yuv422p": "dnxhr_hq"
      case "yuv422p10le": "dnxhr_hqx"
      default: "dnxhr_444"
      }
    try context.set("profile", to: profile)
  }

  private func setUpOther(_ context: borrowing CodecContext) {
    // Only the encoders of the MPEG family have these options, which prevent unrequested keyframes, and early ones
    // where B-frames would reach beyond the next.
    av_opt_set(context.pointer.pointee.priv_data, "sc_threshold", "1000000000", 0)
    av_opt_set(context.pointer.pointee.priv_data, "mpv_flags", "+strict_gop", 0)
  }

  private func refuseBFrames() throws(InvalidValue) {
    guard configuration.bFrames == 0 else {
      throw InvalidValue(
        "number of B-frames", configuration.bFrames, expected: "0 with \(encoder.name), which has none")
    }
  }
}
