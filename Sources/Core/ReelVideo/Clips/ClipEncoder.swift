import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Compresses raw pictures with any encoder.
///
/// It sees a constant rate and a clock that counts frames: no codec then fails on gaps, negative times or
/// coarse clocks, and its output does not depend on the timestamps. `FrameTimes` puts the real ones into the packets.
struct ClipEncoder: ~Copyable {
  /// The FFmpeg name of the encoder.
  let name: String
  /// The pixel format of the pictures, by its FFmpeg name.
  let pixelFormat: String
  /// The coefficients between RGB and YUV.
  let matrix: ColorMatrix

  private let context: CodecContext
  private let packet: Packet
  private let frame: VideoFrame
  private let keyframeInterval: Int
  private var frameCount = 0

  /// Opens an encoder.
  ///
  /// - Throws: `ClipError` or `InvalidValue` for what the encoder does not support.
  init(_ configuration: ClipConfiguration, container: MediaContainer) throws {
    FFmpegLog.applyDefault()
    let encoder = try Self.chooseEncoder(configuration, container)
    guard encoder.containers.contains(container) else {
      throw ClipError.containerRefused(
        container: container, encoder: encoder.name, reason: Self.alternatives(encoder, container))
    }
    guard let codec = avcodec_find_encoder_by_name(encoder.name) else { throw ClipError.encoderMissing(encoder.name) }
    let pixelFormat = try Self.choosePixelFormat(configuration, encoder)
    try EncoderSizes(encoder: encoder, pixelFormat: pixelFormat).check(configuration.size)
    let context = try CodecContext(codec)
    try EncoderSettings(configuration: configuration, encoder: encoder, pixelFormat: pixelFormat, container: container)
      .apply(to: context, codec)
    do {
      try check(EncoderTurns.take(encoder.name) { avcodec_open2(context.pointer, codec, nil) }, "avcodec_open2")
    } catch {
      throw ClipError.encoderRefused(
        encoder.name,
        reason: "it does not support \(configuration.size) in \(pixelFormat) with these options (\(error.message)): "
          + "choose another size, frame rate, pixel format or quality")
    }
    let frame = try VideoFrame.make(size: configuration.size, format: try RawPicture.native(pixelFormat))
    frame.clear()
    frame.pointer.pointee.colorspace = context.pointer.pointee.colorspace
    frame.pointer.pointee.color_primaries = context.pointer.pointee.color_primaries
    frame.pointer.pointee.color_trc = context.pointer.pointee.color_trc
    frame.pointer.pointee.color_range = context.pointer.pointee.color_range
    if configuration.fields != .progressive {
      reel_frame_set_fields(frame.pointer, 1, configuration.fields == .topFirst ? 1 : 0)
    }
    packet = try Packet()
    self.frame = frame
    name = encoder.name
    self.pixelFormat = pixelFormat
    matrix = configuration.transfer.isHDR ? .bt2020 : encoder.matrix
    self.context = context
    keyframeInterval = configuration.keyframeInterval
  }

  /// Copies the stream's parameters to the container.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try check(avcodec_parameters_from_context(parameters, context.pointer), "avcodec_parameters_from_context")
  }

  /// How many packets it may hold back to reorder them.
  var reorderDelay: Int { Int(context.pointer.pointee.has_b_frames) }

  /// Compresses a picture of the encoder's pixel format, and passes on every packet that is ready, with its times in frames.
  mutating func encode(_ picture: RawPicture, to body: (borrowing Packet) throws -> Void) throws {
    try frame.setBytes(picture.bytes)
    let native = frame.pointer
    native.pointee.pts = Int64(frameCount)
    // The MPEG family takes a constant quality from the frame and not from the context.
    native.pointee.quality = context.pointer.pointee.global_quality
    // libaom counts from a forced key frame: the next one must be forced too.
    let isForced = frameCount % keyframeInterval == 0 && name != "libaom-av1"
    native.pointee.pict_type = isForced ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    frameCount += 1
    try send(native)
    while try receive() { try body(packet) }
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  func finish(to body: (borrowing Packet) throws -> Void) throws {
    try send(nil)
    while try receive() { try body(packet) }
  }

  private func send(_ frame: UnsafeMutablePointer<AVFrame>?) throws(ClipError) {
    let status = EncoderTurns.take(name) { avcodec_send_frame(context.pointer, frame) }
    if status < 0 { throw failure(status, "avcodec_send_frame") }
  }

  private func receive() throws(ClipError) -> Bool {
    let status = EncoderTurns.take(name) { avcodec_receive_packet(context.pointer, packet.pointer) }
    if status == FFmpegError.Code.needsInput.rawValue || status == FFmpegError.Code.endOfStream.rawValue {
      return false
    }
    if status < 0 { throw failure(status, "avcodec_receive_packet") }
    return true
  }

  private func failure(_ status: Int32, _ operation: String) -> ClipError {
    .encodingFailed(
      encoder: name,
      reason: "\(FFmpegError(.init(rawValue: status), operation: operation).description): choose other options")
  }
}

extension ClipEncoder {
  /// The encoder of a codec; HEVC where nothing is said and the range is high.
  private static func chooseEncoder(
    _ configuration: ClipConfiguration, _ container: MediaContainer
  ) throws -> ClipCodecs.Encoder {
    if let codec = configuration.codec { return try ClipCodecs.encoder(codec) }
    // The usual codecs of movies store no opacity.
    if configuration.hasAlpha,
      let name = ([.mov: "prores_ks", .mkv: "ffv1", .avi: "ffv1"] as [MediaContainer: String])[container],
      let opaque = try? ClipCodecs.encoder(name), opaque.containers.contains(container)
    {
      return opaque
    }
    if configuration.transfer.isHDR, let hevc = try? ClipCodecs.encoder("hevc"), hevc.containers.contains(container) {
      return hevc
    }
    return try ClipCodecs.encoder(container.defaultCodec)
  }

  private static func chooseHDRFormat(
    _ configuration: ClipConfiguration, _ encoder: ClipCodecs.Encoder
  ) throws -> String {
    let fine = encoder.pixelFormats.filter { name in
      guard let layout = RawLayout.named(name), case .yuv(let chroma, _, _) = layout.kind else { return false }
      return layout.bits >= 10 && chroma != .none
    }
    guard let usual = ["yuv420p10le", "yuv422p10le"].first(where: fine.contains) ?? fine.first else {
      throw ClipError.encoderRefused(
        encoder.name,
        reason: "it has no pixel format of 10 bits, which \(configuration.transfer.rawValue) needs: choose hevc or av1")
    }
    guard let wanted = configuration.pixelFormat else { return usual }
    let name = RawPicture.canonicalName(try RawPicture.native(wanted))
    guard fine.contains(name) else {
      throw InvalidValue(
        "pixel format", wanted,
        expected: "one of 10 bits or more with a transfer of \(configuration.transfer.rawValue): "
          + fine.joined(separator: ", "))
    }
    return name
  }

  private static func chooseAlphaFormat(
    _ configuration: ClipConfiguration, _ encoder: ClipCodecs.Encoder
  ) throws -> String {
    // What decoders of VP8 and VP9 give back is opaque.
    let offered = ["vp8", "vp9"].contains(encoder.codec) ? [] : encoder.pixelFormats.filter(RawPicture.hasAlpha)
    let preferred = ["rgba", "bgra", "argb", "abgr", "yuva444p10le", "yuva444p", "yuva420p", "gbrap"]
    guard let usual = preferred.first(where: offered.contains) ?? offered.first else {
      throw ClipError.encoderRefused(
        encoder.name,
        reason:
          "it has no pixel format with an alpha channel: choose prores_ks or qtrle in .mov, ffv1 in .mkv or .avi, or "
          + "numbered pictures such as %04d.png")
    }
    guard let wanted = configuration.pixelFormat else { return usual }
    let name = RawPicture.canonicalName(try RawPicture.native(wanted))
    guard offered.contains(name) else {
      throw InvalidValue(
        "pixel format", wanted, expected: "one with an alpha channel: " + offered.joined(separator: ", "))
    }
    return name
  }

  private static func choosePixelFormat(
    _ configuration: ClipConfiguration, _ encoder: ClipCodecs.Encoder
  ) throws -> String {
    if configuration.transfer.isHDR { return try chooseHDRFormat(configuration, encoder) }
    if configuration.hasAlpha { return try chooseAlphaFormat(configuration, encoder) }
    let offered = encoder.pixelFormats
    guard let wanted = configuration.pixelFormat else {
      // JPEG is full range; limited range is not part of its standard.
      let usual = (encoder.isJPEG ? ["yuvj420p"] : []) + ["yuv420p", "yuv422p10le", "rgb24", "bgr24", "pal8"]
      return usual.first { offered.isEmpty || offered.contains($0) }
        ?? offered.first { RawLayout.named($0) != nil } ?? offered[0]
    }
    let name = RawPicture.canonicalName(try RawPicture.native(wanted))
    guard offered.isEmpty || offered.contains(name) else {
      throw InvalidValue(
        "pixel format", wanted, expected: "one that \(encoder.name) takes: \(offered.joined(separator: ", "))")
    }
    return name
  }

  private static func alternatives(_ encoder: ClipCodecs.Encoder, _ container: MediaContainer) -> String {
    let endings = encoder.containers.map { ".\($0.rawValue)" }.joined(separator: ", ")
    let codecs = Set(ClipCodecs.encoders.filter { $0.containers.contains(container) }.map(\.codec)).sorted()
    let other = endings.isEmpty ? "" : "choose one of \(endings) or "
    return "\(other)a codec among \(codecs.joined(separator: ", "))"
  }
}
