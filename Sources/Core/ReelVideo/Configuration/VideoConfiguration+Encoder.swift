import CReelFFmpeg
import ReelGeometry

extension EncoderSettings {
  /// Creates the settings of a film.
  ///
  /// - Parameter leavesRoomForStills: Whether a `StillWeaver` will put pictures between those of the encoder; libx264 only.
  /// - Throws: `MovieError.encoderMissing`, or `InvalidValue` for what the encoder cannot do.
  init(_ configuration: VideoConfiguration, leavesRoomForStills: Bool = false) throws {
    let name = try configuration.codec.encoder(wanted: configuration.encoder)
    let isOpenH264 = name == "libopenh264"
    if isOpenH264 { try configuration.requireOpenH264() }
    self.init(
      name: name, size: configuration.size, frameRate: configuration.frameRate,
      pixelFormat: RawPicture.canonicalName(configuration.pixelFormat.native),
      quality: isOpenH264 && configuration.quality == .standard ? .crf(23) : configuration.quality,
      keyframeInterval: configuration.keyframeInterval, isExact: false)
    preset = configuration.preset
    threads = configuration.encoderThreads
    looksAhead = configuration.delay == .lookahead
    bFrames = leavesRoomForStills || !looksAhead ? 0 : nil
    startsAnew = leavesRoomForStills
    chroma = configuration.pixelFormat.columns == 2 ? AVCHROMA_LOC_LEFT : AVCHROMA_LOC_UNSPECIFIED
    (samples, aspect) = (configuration.samples, configuration.display.aspect)
    if configuration.keepsFields { fields = configuration.display.fields }
    guard let limit = configuration.bindingLimit else { return }
    // In any time the stream has what the rate gives in it, and the buffer: together less than what is allowed.
    // Transparency is encoded by a second encoder, which may take as much as the first.
    let bits = (configuration.pixelFormat == .yuva420p ? 4 : 8) * Double(limit.pictureBytes)
    let seconds = max(1, frameRate.seconds(ofFrame: limit.frameCount))
    rateLimit = (bits * 0.6 / seconds, bits * 0.35)
  }
}

extension VideoConfiguration {
  /// Whether libx264 may code a picture after the one that follows it.
  var hasBFrames: Bool { delay != .none && preset != .ultrafast }

  /// Whether its pictures are interlaced.
  package var isInterlaced: Bool { display.fields != .progressive }

  /// Whether the order of fields can be read from the stream, so that players show one field after the other.
  package var keepsFields: Bool {
    switch codec {
    case .ffv1, .prores: true
    case .h264: (try? codec.encoder(wanted: encoder)) == "libx264"
    default: false
    }
  }

  /// Refuses what libopenh264 cannot do.
  fileprivate func requireOpenH264() throws(InvalidValue) {
    guard pixelFormat == .yuv420p else {
      throw InvalidValue("pixel format", pixelFormat.rawValue, expected: "yuv420p with libopenh264")
    }
    switch quality {
    case .standard, .crf: break
    case .bitrate, .lossless: throw InvalidValue("quality", quality, expected: "a crf with libopenh264")
    }
  }
}

extension VideoEncoder {
  /// Opens the encoder of a film; see `EncoderSettings`.
  ///
  /// - Throws: `MovieError.encoderMissing`, `InvalidValue` for what the encoder cannot do, or `FFmpegError`.
  init(_ configuration: VideoConfiguration, leavesRoomForStills: Bool = false) throws {
    try self.init(EncoderSettings(configuration, leavesRoomForStills: leavesRoomForStills))
  }
}
