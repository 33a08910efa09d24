import ReelVideo
import CReelFFmpeg
import ReelCanvas
import ReelFiles
import ReelGeometry

/// Makes the lines of a `FrameHashFile` from decoded frames, and merges both streams in time order.
struct FrameHashing {
  /// A line that waits for one of the other stream.
  private struct Line {
    var dts: Int64
    var text: String
  }

  private struct Stream {
    var tick: AVRational
    /// The header lines, known with the first frame.
    var header: String?
    var lines: [Line] = []

    /// The time from the first line to the last, in seconds.
    var span: Double {
      guard let first = lines.first, let last = lines.last else { return 0 }
      return (Double(last.dts) - Double(first.dts)) * av_q2d(tick)
    }
  }

  private let orientation: ImageOrientation
  private let startTime: Int64
  private let videoClock: AVRational
  private let videoAspect: AVRational
  private let audioClock: AVRational?
  private var frames: FrameClock
  private var video: Stream
  private var audio: Stream?
  private var audioRescaling = Int64.min
  private var nextSample: Int64 = 0
  private var hasHeader = false

  init?(_ decoder: MediaDecoder) {
    guard let stream = decoder.videoStream else { return nil }
    let context = decoder.input.pointer
    let guessed = av_guess_frame_rate(context, stream, nil)
    let rate = guessed.num > 0 && guessed.den > 0 ? guessed : AVRational(num: 25, den: 1)
    var tick = AVRational(num: rate.den, den: rate.num)
    av_reduce(&tick.num, &tick.den, Int64(rate.den), Int64(rate.num), Int64(Int32.max))
    orientation = ClipReader.orientation(of: stream)
    startTime = context.pointee.start_time == reel_no_timestamp() ? 0 : context.pointee.start_time
    videoClock = stream.pointee.time_base
    videoAspect = stream.pointee.sample_aspect_ratio
    audioClock = decoder.soundClock?.native
    frames = FrameClock(tick: tick)
    video = Stream(tick: tick)
    audio = audioClock.map { Stream(tick: $0) }
  }

  /// Takes a decoded picture; returns the MD5 of its samples as they are stored.
  mutating func addPicture(_ frame: borrowing VideoFrame) throws(FFmpegError) -> String {
    let native = frame.pointer.pointee
    let stored = RawPicture(
      trusting: try frame.bytes(), size: PixelSize(width: Int(native.width), height: Int(native.height)),
      format: RawPicture.canonicalName(AVPixelFormat(rawValue: native.format)))
    let hash = stored.md5
    let picture = stored.oriented(orientation) ?? stored
    if video.header == nil {
      var aspect = videoAspect.num != 0 ? videoAspect : native.sample_aspect_ratio
      if aspect.den == 0 { aspect = AVRational(num: 0, den: 1) }
      if orientation.swapsSides, aspect.num != 0 { (aspect.num, aspect.den) = (aspect.den, aspect.num) }
      video.header =
        "#tb 0: \(video.tick.num)/\(video.tick.den)\n#media_type 0: video\n#codec_id 0: rawvideo\n"
        + "#dimensions 0: \(picture.size)\n#sar 0: \(aspect.num)/\(aspect.den)\n"
    }
    let time = native.best_effort_timestamp
    guard time != reel_no_timestamp() else { return hash }
    let pts = time &- av_rescale_q(startTime, AVRational(num: 1, den: Int32(AV_TIME_BASE)), videoClock)
    let duration = reel_frame_duration(frame.pointer)
    guard let showing = frames.showing(pts: pts, duration: duration, clock: videoClock) else { return hash }
    let shown = orientation == .up ? hash : picture.md5
    video.lines.append(Self.line(0, showing.tick, showing.duration, picture.bytes.count, shown))
    return hash
  }

  /// Adds a decoded run of sound.
  ///
  /// - Parameter leavesGap: Whether its packet comes later than the previous one ends, by their own clock.
  mutating func addSound(_ frame: borrowing VideoFrame, leavesGap: Bool) {
    let native = frame.pointer.pointee
    guard let clock = audioClock, native.sample_rate > 0 else { return }
    let tick = AVRational(num: 1, den: native.sample_rate)
    if audio?.header == nil {
      let layout = Self.layoutName(frame)
      audio?.tick = tick
      audio?.header =
        "#tb 1: 1/\(native.sample_rate)\n#media_type 1: audio\n#codec_id 1: pcm_s16le\n"
        + "#sample_rate 1: \(native.sample_rate)\n#channel_layout_name 1: \(layout)\n"
    }
    var pts = nextSample
    let time = native.best_effort_timestamp == reel_no_timestamp() ? native.pts : native.best_effort_timestamp
    if time != reel_no_timestamp() {
      let shifted = time &- av_rescale_q(startTime, AVRational(num: 1, den: Int32(AV_TIME_BASE)), clock)
      // The library aborts on an invalid time.
      guard shifted != reel_no_timestamp() else { return }
      // Coarse clocks are smoothed by counting samples, restarting at each gap. FFmpeg 7 and later use the sample
      // clock instead.
      let isAfterGap =
        FFmpegVersions.major < 7
        ? leavesGap : shifted > av_rescale_q_rnd(nextSample, tick, clock, AV_ROUND_UP)
      if isAfterGap { audioRescaling = reel_no_timestamp() }
      pts = av_rescale_delta(clock, shifted, tick, native.nb_samples, &audioRescaling, tick)
    }
    nextSample = pts &+ Int64(native.nb_samples)
    guard let samples = Self.samples(of: frame) else { return }
    audio?.lines.append(Self.line(1, pts, Int64(native.nb_samples), samples.count, MD5.text(of: samples)))
  }

  /// Passes on the lines that no later line can precede.
  mutating func flush(isEnd: Bool, to body: (String) throws -> Void) throws {
    let isReady = video.header != nil && (audio == nil || audio?.header != nil)
    guard isReady || isEnd else { return }
    if !hasHeader {
      hasHeader = true
      try body((video.header ?? "") + (audio?.header ?? "") + "#stream#, dts,        pts, duration,     size, hash\n")
    }
    while isEnd || hasOrder, let text = removeFirst() { try body(text) }
  }

  /// Whether no line can still precede the first one: both streams have a line, or one lags far.
  private var hasOrder: Bool {
    guard let audio else { return true }
    if !video.lines.isEmpty, !audio.lines.isEmpty { return true }
    // The limit up to which FFmpeg's muxers wait (`max_interleave_delta`).
    return video.span > 10 || audio.span > 10
  }

  /// Removes and returns the earliest line; the pictures' line if both times are equal.
  private mutating func removeFirst() -> String? {
    let sound = audio?.lines.first
    if let picture = video.lines.first {
      let isLater = sound.map { av_compare_ts(picture.dts, video.tick, $0.dts, audio?.tick ?? video.tick) > 0 }
      if isLater != true { return video.lines.removeFirst().text }
    }
    return sound == nil ? nil : audio?.lines.removeFirst().text
  }

  /// The name of the channel layout; if the file names none, the default for the number of channels.
  private static func layoutName(_ frame: borrowing VideoFrame) -> String {
    let native = frame.pointer
    if native.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      reel_set_channels(&native.pointee.ch_layout, reel_channel_count(&native.pointee.ch_layout))
    }
    var name = [CChar](repeating: 0, count: 64)
    av_channel_layout_describe(&native.pointee.ch_layout, &name, name.count)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func line(_ stream: Int, _ pts: Int64, _ duration: Int64, _ byteCount: Int, _ hash: String) -> Line {
    func padded(_ number: Int64, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: " ", count: max(0, width - digits.count)) + digits
    }
    let time = padded(pts, 10)
    return Line(
      dts: pts,
      text: "\(stream), \(time), \(time), \(padded(duration, 8)), \(padded(Int64(byteCount), 8)), \(hash)\n")
  }

  /// The samples as interleaved 16-bit numbers, rounded as FFmpeg's resampler does.
  private static func samples(of frame: borrowing VideoFrame) -> [UInt8]? {
    let native = frame.pointer.pointee
    let channels = Int(reel_channel_count(&frame.pointer.pointee.ch_layout))
    let format = AVSampleFormat(rawValue: native.format)
    let isPlanar = av_sample_fmt_is_planar(format) != 0
    guard let planes = native.extended_data, channels > 0, let read = reader(av_get_packed_sample_fmt(format)) else {
      return nil
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(native.nb_samples) * channels * 2)
    for index in 0..<Int(native.nb_samples) {
      for channel in 0..<channels {
        guard let data = UnsafeRawPointer(planes[isPlanar ? channel : 0]) else { return nil }
        let level = UInt16(bitPattern: read(data, isPlanar ? index : index * channels + channel))
        bytes.append(UInt8(level & 0xff))
        bytes.append(UInt8(level >> 8))
      }
    }
    return bytes
  }

  private static func reader(_ format: AVSampleFormat) -> ((UnsafeRawPointer, Int) -> Int16)? {
    func rounded(_ value: Double) -> Int16 {
      // Damaged files may contain NaN.
      if value.isNaN { return 0 }
      return Int16(clamping: max(-32_768, min(32_767, (value * 32_768).rounded(.toNearestOrEven))))
    }
    return switch format {
    case AV_SAMPLE_FMT_U8: { (Int16($0.load(fromByteOffset: $1, as: UInt8.self)) - 128) << 8 }
    case AV_SAMPLE_FMT_S16: { $0.load(fromByteOffset: $1 * 2, as: Int16.self) }
    case AV_SAMPLE_FMT_S32: { Int16(truncatingIfNeeded: $0.load(fromByteOffset: $1 * 4, as: Int32.self) >> 16) }
    case AV_SAMPLE_FMT_FLT: { rounded(Double($0.load(fromByteOffset: $1 * 4, as: Float.self))) }
    case AV_SAMPLE_FMT_DBL: { rounded($0.load(fromByteOffset: $1 * 8, as: Double.self)) }
    default: nil
    }
  }
}
