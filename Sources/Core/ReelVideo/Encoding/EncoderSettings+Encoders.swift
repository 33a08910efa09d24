import CReelFFmpeg

extension EncoderSettings {
  /// The parameters of x264 that make the stream the same in every run.
  ///
  /// If the width is not a multiple of 128, the AVX-512 code of x264 (seen in build 164) reads uninitialized memory
  /// in its lookahead, and the stream differs from run to run (presets veryfast and faster). Its AVX2 code gives the
  /// same stream where the AVX-512 code is right, and takes no more time. Every processor with AVX-512 has these four.
  ///
  /// Evaluated once: `BaselineProcessor` lets FFmpeg see less for a moment.
  static let x264Repeatable: [String] =
    av_get_cpu_flags() & AV_CPU_FLAG_AVX512 != 0 ? ["asm=AVX2,FMA3,BMI2,LZCNT"] : []

  func setUpX264(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("preset", to: preset.rawValue)
    if startsAnew { try context.set("forced-idr", to: "1") }
    if isExact { context.pointer.pointee.keyint_min = Int32(keyframeInterval) }
    let parameters = isExact ? ["scenecut=0", "b-adapt=0", "force-cfr=1", "open-gop=0"] : filmParameters
    try context.set("x264-params", to: (parameters + Self.x264Repeatable).joined(separator: ":"))
    if quality == .lossless { try context.set("qp", to: "0") }
    guard !isExact else { return }
    // Below 1 the encoder is lossless, which High does not have.
    var isHigh = pixelFormat == "yuv420p" && quality != .lossless
    if case .crf(let factor) = quality { isHigh = isHigh && factor >= 1 }
    try context.set("profile", to: isHigh ? "high" : "high444")
  }

  /// The parameters of x264 for films, in addition to those of the preset.
  private var filmParameters: [String] {
    var parameters: [String] = []
    if ![.ultrafast, .superfast].contains(preset) {
      // OpenH264's decoder is wrong by a hundred levels where a macroblock of a B slice is divided in four, and by five at
      // most where vectors follow from a neighbour's. To do without the former costs less than a percent.
      parameters.append("partitions=i8x8,i4x4,p8x8")
    }
    if preset == .veryfast, quality != .lossless {
      // Edges of drawings are sharp, and neighbours know most movements: docs/decisions.md, *Search little for movement*.
      parameters += ["subme=1", "me=dia"]
    }
    if bFrames != 0, preset != .ultrafast {
      // OpenH264's decoder predicts from the time of other pictures (direct=temporal, which slow presets choose) with errors
      // that add up. Key frames are where `PlainFilmEncoder` puts them, none at a scene cut. A thread that looks ahead would hold four
      // pictures more, for the same stream.
      parameters += ["direct=spatial", "scenecut=0", "sync-lookahead=0"]
      if [.veryslow, .placebo].contains(preset) {
        // Among more B-frames in a row it loses pictures, of 16 references every other one. Drawings need no more: with these,
        // films are as small.
        parameters += ["bframes=3", "ref=8"]
      }
    }
    if !looksAhead {
      // Threads work on slices of one picture instead of on several pictures, without waiting for the next one.
      parameters += ["rc-lookahead=0", "sync-lookahead=0", "mbtree=0", "sliced-threads=1", "force-cfr=1"]
    }
    return parameters
  }

  func setUpX265(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("preset", to: preset.rawValue)
    if startsAnew { try context.set("forced-idr", to: "1") }
    // Without a pool rows are encoded one after another; see `VideoConfiguration.encoderThreads`.
    let pools = isExact || rateLimit != nil ? "none" : "\(threads)"
    var parameters = [
      // The stream depends neither on the number of cores nor on the version.
      "pools=\(pools)", "frame-threads=1", "log-level=none", "info=0", "open-gop=0", "keyint=\(keyframeInterval)",
      // Weighted prediction (seen in 3.5) compensates the motion of lowres planes around their edges, in memory that nothing was
      // written to, and decides by the result whether a picture is predicted with weights.
      "weightp=0",
    ]
    if isExact {
      parameters += ["scenecut=0", "b-adapt=0", "min-keyint=\(keyframeInterval)"]
    } else if !looksAhead {
      parameters.append("rc-lookahead=0")
    }
    if let bFrames { parameters.append("bframes=\(bFrames)") }
    if quality == .lossless { parameters.append("lossless=1") }
    parameters += LightMetadata.usual(for: transfer)?.x265Parameters ?? []
    try context.set("x265-params", to: parameters.joined(separator: ":"))
  }

  /// The speed of encoders that count it from 0, the slowest: x264's presets, from the fastest on.
  private func speed(fastest: Int, slowest: Int) -> Int {
    max(slowest, fastest - (VideoConfiguration.Preset.allCases.firstIndex(of: preset) ?? 0))
  }

  func setUpVPX(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("deadline", to: "good")
    try context.set("cpu-used", to: "\(speed(fastest: 5, slowest: 0))")
    if !isExact {
      try context.set("row-mt", to: "1")
      try context.set("tile-columns", to: "2")
    }
    try context.set("lag-in-frames", to: looksAhead ? "25" : "0")
    let hasAlpha = (format?.flags ?? 0) & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    // Clips show every packet, and FFmpeg refuses hidden pictures where there is transparency.
    try context.set("auto-alt-ref", to: looksAhead && !hasAlpha ? "1" : "0")
    // Transparency is a stream of its own, whose key frames have to stand where those of the colours do: at fixed distances.
    if isExact || hasAlpha { context.pointer.pointee.keyint_min = context.pointer.pointee.gop_size }
    if name == "libvpx-vp9", quality == .lossless { try context.set("lossless", to: "1") }
  }

  func setUpAOM(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("usage", to: "good")
    // FFmpeg hands on fewer speeds than libaom has.
    let fastest = min(9, Int(context.largest("cpu-used") ?? 8))
    try context.set("cpu-used", to: "\(min(fastest, speed(fastest: 9, slowest: 2)))")
    try context.set("row-mt", to: isExact ? "0" : "1")
    // A tile is a block of 64 pixels at least.
    if !isExact { try context.set("tiles", to: size.width > 64 ? "2x1" : "1x1") }
    // From 17 on libaom analyses frames ahead of the encoder, and aborts the process in films with long stills: libaom 3.6 fails the
    // assertion on `stats_in_start` in `av1_twopass_postencode_update`. Its own default, 19, does too.
    try context.set("lag-in-frames", to: looksAhead ? "16" : "0")
    if isExact { context.pointer.pointee.keyint_min = Int32(keyframeInterval) }
    if quality == .lossless { try context.set("aom-params", to: "lossless=1") }
  }

  func setUpOpenH264(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("profile", to: "high")
    // One slice a picture, however many threads there are.
    context.pointer.pointee.slices = 1
  }

  func setUpProRes(_ context: borrowing CodecContext) throws(FFmpegError) {
    context.pointer.pointee.thread_type = FF_THREAD_SLICE
    try context.set("profile", to: pixelFormat.hasPrefix("yuv422p10") ? "hq" : "4444")
    // Some of Apple's programs take no other.
    try context.set("vendor", to: "apl0")
  }

  func setUpFFV1(_ context: borrowing CodecContext) {
    context.pointer.pointee.thread_type = FF_THREAD_SLICE
    // Version 3, and every picture for itself.
    context.pointer.pointee.level = 3
    context.pointer.pointee.gop_size = 1
    context.pointer.pointee.slices = 4
  }

  /// DNxHR, which supports any size and rate; DNxHD has only those of broadcasting.
  func setUpDNX(_ context: borrowing CodecContext) throws(FFmpegError) {
    let profile =
      switch pixelFormat {
      case "yuv422p": "dnxhr_hq"
      case "yuv422p10le": "dnxhr_hqx"
      default: "dnxhr_444"
      }
    try context.set("profile", to: profile)
  }

  func setUpOther(_ context: borrowing CodecContext) {
    // Only the encoders of the MPEG family have these, which prevent unrequested key frames, and early ones
    // where B-frames would reach beyond the next.
    av_opt_set(context.pointer.pointee.priv_data, "sc_threshold", "1000000000", 0)
    av_opt_set(context.pointer.pointee.priv_data, "mpv_flags", "+strict_gop", 0)
  }
}
