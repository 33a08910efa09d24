import CReelFFmpeg
import ReelGeometry

/// What the encoders of a film are told beside what all of them are: speed, quality, threads, the same bytes each time.
struct CodecSettings {
  private let configuration: VideoConfiguration

  /// Creates the settings of a film.
  init(_ configuration: VideoConfiguration) { self.configuration = configuration }

  /// Tells an encoder.
  func apply(_ name: String, to context: borrowing CodecContext) throws(FFmpegError) {
    if case .bitrate(let rate) = configuration.quality { context.pointer.pointee.bit_rate = Int64(rate) }
    switch name {
    case "libx265": try setUpX265(context)
    case "libvpx-vp9": try setUpVPX(context)
    case "libaom-av1": try setUpAOM(context)
    case "prores_ks": try setUpProRes(context)
    default: setUpFFV1(context)
    }
  }

  private func setUpX265(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("preset", to: configuration.preset.rawValue)
    // Without a pool rows are encoded one after another; see `encoderThreads`.
    let pools = configuration.bindingLimit == nil ? "\(configuration.threads)" : "none"
    var parameters = [
      // Nothing of the machine in the stream: neither its cores nor the version.
      "pools=\(pools)", "frame-threads=1", "log-level=none", "info=0", "open-gop=0",
      "keyint=\(configuration.keyframeInterval)",
    ]
    parameters += X265.repeatable
    if configuration.delay == .none { parameters += ["bframes=0", "rc-lookahead=0"] }
    switch configuration.quality {
    case .crf(let factor): try context.set("crf", to: "\(factor)")
    case .lossless: parameters.append("lossless=1")
    case .standard, .bitrate: break
    }
    try context.set("x265-params", to: parameters.joined(separator: ":"))
  }

  /// The speed of encoders that count it from 0, the slowest: x264's presets, from the fastest on.
  private func speed(fastest: Int, slowest: Int) -> Int {
    let presets = VideoConfiguration.Preset.allCases
    let step = presets.firstIndex(of: configuration.preset) ?? 0
    return max(slowest, fastest - step)
  }

  private func setUpVPX(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("deadline", to: "good")
    try context.set("cpu-used", to: "\(speed(fastest: 5, slowest: 0))")
    try context.set("row-mt", to: "1")
    try context.set("tile-columns", to: "2")
    try context.set("lag-in-frames", to: configuration.delay == .none ? "0" : "25")
    let hasAlpha = configuration.pixelFormat.hasAlpha
    // FFmpeg refuses hidden pictures where there is transparency.
    try context.set("auto-alt-ref", to: configuration.delay == .none || hasAlpha ? "0" : "1")
    // Transparency is a stream of its own, whose key frames have to stand where those of the colours do: at fixed distances.
    if hasAlpha { context.pointer.pointee.keyint_min = context.pointer.pointee.gop_size }
    try setFactor(context)
    if configuration.quality == .lossless { try context.set("lossless", to: "1") }
  }

  private func setUpAOM(_ context: borrowing CodecContext) throws(FFmpegError) {
    try context.set("usage", to: "good")
    // FFmpeg hands on fewer speeds than libaom has.
    let fastest = min(9, Int(context.largest("cpu-used") ?? 8))
    try context.set("cpu-used", to: "\(min(fastest, speed(fastest: 9, slowest: 2)))")
    try context.set("row-mt", to: "1")
    // A tile is a block of 64 pixels at least.
    try context.set("tiles", to: configuration.size.width > 64 ? "2x1" : "1x1")
    try context.set("lag-in-frames", to: configuration.delay == .none ? "0" : "25")
    try setFactor(context)
    if configuration.quality == .lossless { try context.set("aom-params", to: "lossless=1") }
  }

  private func setFactor(_ context: borrowing CodecContext) throws(FFmpegError) {
    guard case .crf(let factor) = configuration.quality else { return }
    try context.set("crf", to: "\(Int(clamping: factor.rounded()))")
    // Without a limit the factor alone counts; with one it is the best quality, and this the mean rate.
    context.pointer.pointee.bit_rate = configuration.bindingLimit == nil ? 0 : context.pointer.pointee.rc_max_rate
  }

  private func setUpProRes(_ context: borrowing CodecContext) throws(FFmpegError) {
    context.pointer.pointee.thread_type = FF_THREAD_SLICE
    let profile =
      switch configuration.pixelFormat {
      case .yuv422p10: "hq"
      default: "4444"
      }
    try context.set("profile", to: profile)
    // Some of Apple's programs take no other.
    try context.set("vendor", to: "apl0")
  }

  private func setUpFFV1(_ context: borrowing CodecContext) {
    context.pointer.pointee.thread_type = FF_THREAD_SLICE
    // Version 3, and every picture for itself.
    context.pointer.pointee.level = 3
    context.pointer.pointee.gop_size = 1
    context.pointer.pointee.slices = 4
  }
}
