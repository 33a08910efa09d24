import ReelVideo
import CReelFFmpeg

/// The rule by which the `ffmpeg` program assigns times to pictures in formats with a variable frame rate (`-vsync
/// vfr`).
///
/// It follows `video_sync_process` in FFmpeg's fftools: the clock has one tick per frame. A picture goes to the
/// nearest tick, or to the next free one if it is less than a frame early; a picture that is earlier is dropped.
struct FrameClock {
  /// The clock of the output: a tick is a frame.
  let tick: AVRational
  private var next: Int64 = 0

  init(tick: AVRational) { self.tick = tick }

  /// Returns a picture's tick and duration, or nil if it is dropped.
  ///
  /// - Parameters:
  ///   - pts: Its time in ticks of `clock`, with 0 at the beginning of the file.
  ///   - duration: Its duration in ticks of `clock`, or 0 if unknown.
  mutating func showing(pts: Int64, duration: Int64, clock: AVRational) -> (tick: Int64, duration: Int64)? {
    // More bits for the fraction, as many as the program uses.
    let extraBits = min(max(29 - Int(log2(tick.den)), 0), 16)
    let fine = AVRational(num: tick.num, den: Int32(truncatingIfNeeded: Int(tick.den) << extraBits))
    var time = Double(av_rescale_q(pts, clock, fine)) / Double(1 << extraBits)
    // A damaged file may contain any value.
    guard abs(time) < 1e15 else { return nil }
    if time != 0 { time += (time < 0 ? -1 : 1) / Double(1 << 17) }
    var ratio = Double(duration) * av_q2d(clock) / av_q2d(tick)
    // FFmpeg 7 and later round the picture's end instead.
    if FFmpegVersions.major < 7 { ratio = Double(Float(ratio).rounded(.toNearestOrEven)) }
    let length = ratio > 0 ? min(ratio, 1e15) : 1
    let lastTick = (time + length).rounded(.toNearestOrEven)
    let early = time - Double(next)
    let end = early + length
    // Less than a frame early: it takes the next free tick.
    if early < 0, end > 0 { time = Double(next) }
    if end <= -0.6 { return nil }
    if end > 0.6 { next = Int64(clamping: time.rounded(.toNearestOrEven)) }
    defer { next += 1 }
    // Up to FFmpeg 5 the program leaves the duration to the muxer, which uses one frame.
    switch FFmpegVersions.major {
    case ..<6: return (next, 1)
    case 6: return (next, Int64(clamping: length))
    default: return (next, max(1, Int64(clamping: lastTick) - next))
    }
  }

  /// The number of the highest bit, 0 for 0.
  private func log2(_ value: Int32) -> Int { value <= 1 ? 0 : 31 - value.leadingZeroBitCount }
}
