import CReelFFmpeg
import ReelGeometry
import ReelTiming

/// The settings of an encoder: the common form of the configurations of films and clips.
package struct EncoderSettings {
  /// The FFmpeg name of the encoder.
  package let name: String
  package let size: PixelSize
  let frameRate: FrameRate
  /// The pixel format by its full FFmpeg name: `yuv420p10le`.
  package let pixelFormat: String
  /// The quality; standard means the encoder's own default.
  package let quality: EncodingQuality
  package let keyframeInterval: Int
  /// Whether key frames are exactly at the multiples of the interval, and every packet is shown: for clips.
  let isExact: Bool

  package var preset = VideoConfiguration.Preset.superfast
  var threads = 1
  /// The B-frames in a row, at most; nil for as many as the encoder likes.
  package var bFrames: Int?
  /// Whether the encoder of a film buffers pictures to look ahead.
  var looksAhead = false
  /// Whether a decoder can begin at each forced key frame.
  package var startsAnew = false
  /// The most bits a second, and the most by which the stream may exceed them.
  package var rateLimit: (bits: Double, buffer: Double)?
  package var transfer = ColorTransfer.sdr
  package var matrix = ColorMatrix.bt709
  package var chroma = AVCHROMA_LOC_UNSPECIFIED
  package var fields = FieldOrder.progressive
  /// The form of samples that are encoded as they came, in place of the colours above; nil for pictures that are converted here.
  var samples: SampleForm?
  /// The shape of a pixel.
  package var aspect = PixelAspect.square
  /// Whether the parameter sets are in the header of the container.
  package var hasGlobalHeader = true

  package init(
    name: String, size: PixelSize, frameRate: FrameRate, pixelFormat: String, quality: EncodingQuality,
    keyframeInterval: Int, isExact: Bool
  ) {
    (self.name, self.size, self.frameRate, self.pixelFormat) = (name, size, frameRate, pixelFormat)
    (self.quality, self.keyframeInterval, self.isExact) = (quality, keyframeInterval, isExact)
  }

  /// Applies the settings to an encoder that is not open yet.
  func apply(to context: borrowing CodecContext) throws(FFmpegError) {
    describe(context.pointer)
    try setQuality(of: context)
    switch name {
    case "libx264", "libx264rgb": try setUpX264(context)
    case "libx265": try setUpX265(context)
    case "libvpx", "libvpx-vp9": try setUpVPX(context)
    case "libaom-av1": try setUpAOM(context)
    case "dnxhd": try setUpDNX(context)
    case "libopenh264" where !isExact: try setUpOpenH264(context)
    case "prores_ks" where !isExact: try setUpProRes(context)
    case "ffv1" where !isExact: setUpFFV1(context)
    default: setUpOther(context)
    }
  }

  /// The properties of the pixel format.
  var format: AVPixFmtDescriptor? { av_pix_fmt_desc_get(av_get_pix_fmt(pixelFormat))?.pointee }

  private func describe(_ native: UnsafeMutablePointer<AVCodecContext>) {
    native.pointee.width = Int32(size.width)
    native.pointee.height = Int32(size.height)
    native.pointee.pix_fmt = av_get_pix_fmt(pixelFormat)
    native.pointee.sample_aspect_ratio = aspect.native
    native.pointee.framerate = AVRational(num: Int32(frameRate.numerator), den: Int32(frameRate.denominator))
    native.pointee.time_base = AVRational(num: Int32(frameRate.denominator), den: Int32(frameRate.numerator))
    if let rateLimit {
      native.pointee.rc_max_rate = Int64(clamping: rateLimit.bits)
      native.pointee.rc_buffer_size = Int32(clamping: min(rateLimit.buffer, Double(Int32.max)))
      native.pointee.rc_initial_buffer_occupancy = native.pointee.rc_buffer_size
    }
    native.pointee.gop_size = Int32(keyframeInterval)
    if let bFrames { native.pointee.max_b_frames = Int32(bFrames) }
    native.pointee.thread_count = Int32(threads)
    // JPEG in limited range, as cameras write it, is beyond its standard.
    if ["mjpeg", "ljpeg"].contains(name) { native.pointee.strict_std_compliance = FF_COMPLIANCE_UNOFFICIAL }
    // Players assume BT.601 or BT.709 by the size of the picture where these are left out.
    let isRGB = (format?.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    native.pointee.colorspace = isRGB ? AVCOL_SPC_RGB : matrix.tag
    native.pointee.color_primaries = transfer.primaries
    native.pointee.color_trc = transfer.tag
    let isFullRange = isRGB || RawLayout.named(pixelFormat)?.isFullRange ?? pixelFormat.hasPrefix("yuvj")
    native.pointee.color_range = isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
    native.pointee.chroma_sample_location = chroma
    samples?.apply(to: native)
    if fields != .progressive {
      // These would crash FFmpeg's encoder of Sorenson's codec, which has no fields of its own.
      if name != "svq1" { native.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME }
      native.pointee.field_order = fields.native
    }
    native.pointee.flags |= AV_CODEC_FLAG_BITEXACT
    if isExact { native.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP) }
    if hasGlobalHeader { native.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
  }

  private func setQuality(of context: borrowing CodecContext) throws(FFmpegError) {
    switch quality {
    // Each encoder has its own way to lose nothing.
    case .standard, .lossless: break
    case .bitrate(let rate): context.pointer.pointee.bit_rate = Int64(rate)
    case .crf(let factor):
      switch name {
      case "libx264", "libx264rgb", "libx265": try context.set("crf", to: "\(factor)")
      case "libvpx":
        try context.set("crf", to: "\(Int(clamping: factor.rounded()))")
        // VP8 requires a rate limit for constant quality: one that is never reached.
        context.pointer.pointee.bit_rate = 200_000_000
      case "libvpx-vp9", "libaom-av1":
        try context.set("crf", to: "\(Int(clamping: factor.rounded()))")
        // Without a limit the factor alone counts; with one it is the best quality, and this the mean rate.
        context.pointer.pointee.bit_rate = context.pointer.pointee.rc_max_rate
      case "libopenh264" where !isExact:
        // It has no constant rate factor: the nearest equivalent is a constant quantiser.
        try context.set("rc_mode", to: "quality")
        context.pointer.pointee.qmin = Int32(clamping: min(max(factor.rounded(), 1), 51))
        context.pointer.pointee.qmax = context.pointer.pointee.qmin
      default:
        context.pointer.pointee.flags |= AV_CODEC_FLAG_QSCALE
        context.pointer.pointee.global_quality = Int32(clamping: factor * Double(FF_QP2LAMBDA))
      }
    }
  }
}
