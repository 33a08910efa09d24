import ReelVideo
import CReelFFmpeg
import ReelGeometry

extension EncoderSettings {
  /// Creates the settings of a clip.
  ///
  /// - Throws: `ClipError` or `InvalidValue` for what the encoder or the container does not support.
  init(_ clip: ClipConfiguration, container: MediaContainer) throws {
    let encoder = try clip.chooseEncoder(container)
    guard encoder.containers.contains(container) else {
      throw ClipError.containerRefused(
        container: container, encoder: encoder.name, reason: ClipConfiguration.alternatives(encoder, container))
    }
    guard let codec = avcodec_find_encoder_by_name(encoder.name) else { throw ClipError.encoderMissing(encoder.name) }
    let pixelFormat = try clip.choosePixelFormat(encoder)
    try EncoderSizes(encoder: encoder, pixelFormat: pixelFormat).check(clip.size)
    try clip.checkRate(encoder, codec)
    let quality = try clip.chooseQuality(encoder, container)
    if ["libvpx", "libvpx-vp9", "libaom-av1"].contains(encoder.name), clip.bFrames != 0 {
      throw InvalidValue("number of B-frames", clip.bFrames, expected: "0 with \(encoder.name), which has none")
    }
    self.init(
      name: encoder.name, size: clip.size, frameRate: clip.frameRate, pixelFormat: pixelFormat, quality: quality,
      keyframeInterval: clip.keyframeInterval, isExact: true)
    switch encoder.name {
    case "libx264", "libx264rgb": preset = .veryfast
    case "libx265": preset = .ultrafast
    default: preset = .superfast
    }
    bFrames = clip.bFrames
    startsAnew = true
    transfer = clip.transfer
    matrix = transfer.isHDR ? .bt2020 : encoder.matrix
    if pixelFormat.hasPrefix("yuv420") || pixelFormat.hasPrefix("yuv422") { chroma = AVCHROMA_LOC_LEFT }
    fields = clip.fields
    hasGlobalHeader = container.hasGlobalHeader
  }
}

extension ClipConfiguration {
  /// The encoder to use: HEVC for a high dynamic range if no codec is given.
  fileprivate func chooseEncoder(_ container: MediaContainer) throws -> EncoderCatalog.Encoder {
    if let codec { return try EncoderCatalog.encoder(codec) }
    // The usual codecs of movies store no opacity.
    if hasAlpha,
      let name = ([.mov: "prores_ks", .mkv: "ffv1", .avi: "ffv1"] as [MediaContainer: String])[container],
      let opaque = try? EncoderCatalog.encoder(name), opaque.containers.contains(container)
    {
      return opaque
    }
    if transfer.isHDR, let hevc = try? EncoderCatalog.encoder("hevc"), hevc.containers.contains(container) {
      return hevc
    }
    return try EncoderCatalog.encoder(container.defaultCodec)
  }

  fileprivate static func alternatives(_ encoder: EncoderCatalog.Encoder, _ container: MediaContainer) -> String {
    let endings = encoder.containers.map { ".\($0.rawValue)" }.joined(separator: ", ")
    let codecs = Set(EncoderCatalog.encoders.filter { $0.containers.contains(container) }.map(\.codec)).sorted()
    let other = endings.isEmpty ? "" : "choose one of \(endings) or "
    return "\(other)a codec among \(codecs.joined(separator: ", "))"
  }

  /// Refuses a rate that the codec cannot represent.
  fileprivate func checkRate(
    _ encoder: EncoderCatalog.Encoder, _ codec: UnsafePointer<AVCodec>
  ) throws(InvalidValue) {
    var offered: [String] = []
    var next = reel_codec_frame_rates(codec)
    while let native = next?.pointee, native.den != 0 {
      if Int(native.num) * frameRate.denominator == Int(native.den) * frameRate.numerator { return }
      offered.append(native.den == 1 ? "\(native.num)" : "\(native.num)/\(native.den)")
      next = next?.successor()
    }
    if !offered.isEmpty {
      throw InvalidValue(
        "frame rate", frameRate, expected: "one that \(encoder.codec) supports: \(offered.joined(separator: ", "))")
    }
    if encoder.codec == "mpeg4", frameRate.numerator > 65_535 {
      throw InvalidValue("frame rate", frameRate, expected: "a fraction with parts up to 65535 in mpeg4")
    }
  }

  /// Returns the quality to encode with: the codec's usual one where none is asked for.
  fileprivate func chooseQuality(
    _ encoder: EncoderCatalog.Encoder, _ container: MediaContainer
  ) throws -> EncodingQuality {
    switch quality {
    case .standard: return CodecTraits.of(encoder.codec).clipFactor.map { .crf($0) } ?? .standard
    case .lossless:
      guard encoder.isLosslessPossible else {
        let others = Set(
          EncoderCatalog.encoders.filter { $0.isLosslessPossible && $0.containers.contains(container) }.map(\.codec))
        throw ClipError.encoderRefused(
          encoder.name, reason: "it has no lossless mode: choose one of \(others.sorted().joined(separator: ", "))")
      }
    case .bitrate: try refuseWhereLossless(encoder, "bit rate")
    case .crf(let factor):
      try refuseWhereLossless(encoder, "crf")
      let range = CodecTraits.rateFactors[encoder.name] ?? CodecTraits.quantizers
      guard range.contains(factor) else {
        throw InvalidValue(
          "crf", factor,
          expected:
            "from \(Int(clamping: range.lowerBound)) to \(Int(clamping: range.upperBound)) with \(encoder.name)")
      }
    }
    return quality
  }

  private func refuseWhereLossless(_ encoder: EncoderCatalog.Encoder, _ what: String) throws(ClipError) {
    guard EncoderCatalog.isAlwaysLossless(encoder.codec) else { return }
    throw .encoderRefused(encoder.name, reason: "it is always lossless and takes no \(what): leave it out")
  }
}

extension ClipConfiguration {
  fileprivate func choosePixelFormat(_ encoder: EncoderCatalog.Encoder) throws -> String {
    if transfer.isHDR { return try chooseHDRFormat(encoder) }
    if hasAlpha { return try chooseAlphaFormat(encoder) }
    let offered = encoder.pixelFormats
    guard let pixelFormat else {
      // JPEG is full range; limited range is not part of its standard.
      let usual = (encoder.isJPEG ? ["yuvj420p"] : []) + ["yuv420p", "yuv422p10le", "rgb24", "bgr24", "pal8"]
      return usual.first { offered.isEmpty || offered.contains($0) }
        ?? offered.first { RawLayout.named($0) != nil } ?? offered[0]
    }
    return try accept(
      pixelFormat, among: offered, or: "one that \(encoder.name) takes: \(offered.joined(separator: ", "))")
  }

  private func chooseHDRFormat(_ encoder: EncoderCatalog.Encoder) throws -> String {
    let fine = encoder.pixelFormats.filter { name in
      guard let layout = RawLayout.named(name), case .yuv(let chroma, _, _) = layout.kind else { return false }
      return layout.bits >= 10 && chroma != .none
    }
    guard let usual = ["yuv420p10le", "yuv422p10le"].first(where: fine.contains) ?? fine.first else {
      throw ClipError.encoderRefused(
        encoder.name,
        reason: "it has no pixel format of 10 bits, which \(transfer.rawValue) needs: choose hevc or av1")
    }
    guard let pixelFormat else { return usual }
    return try accept(
      pixelFormat, among: fine,
      or: "one of 10 bits or more with a transfer of \(transfer.rawValue): " + fine.joined(separator: ", "))
  }

  private func chooseAlphaFormat(_ encoder: EncoderCatalog.Encoder) throws -> String {
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
    guard let pixelFormat else { return usual }
    return try accept(
      pixelFormat, among: offered, or: "one with an alpha channel: " + offered.joined(separator: ", "))
  }

  /// Returns the full name of a pixel format that was asked for, if it is offered; an encoder that offers none takes any.
  private func accept(_ wanted: String, among offered: [String], or expected: String) throws(InvalidValue) -> String {
    let name = RawPicture.canonicalName(try RawPicture.native(wanted))
    guard offered.isEmpty || offered.contains(name) else {
      throw InvalidValue("pixel format", wanted, expected: expected)
    }
    return name
  }
}
