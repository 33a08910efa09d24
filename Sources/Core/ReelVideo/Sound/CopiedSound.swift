import CReelFFmpeg
import ReelTiming

/// The sound of a movie, to be copied packet by packet into another.
package struct CopiedSound: Hashable, Sendable {
  /// The movie.
  package let path: String
  /// The codec by its FFmpeg name.
  package let codec: String
  /// The time in the movie at which the film begins.
  package let start: MediaTime

  /// Describes the sound of a movie.
  package init(path: String, codec: String, start: MediaTime) {
    self.path = path
    self.codec = codec
    self.start = start
  }

  /// The codecs that players of MP4 and QuickTime, and of WebM, support.
  private static let usual: [MediaContainer: Set<String>] = [
    .mp4: ["aac", "mp3", "ac3", "eac3", "opus", "flac", "alac"], .m4v: ["aac", "mp3", "ac3", "eac3", "alac"],
    .mov: ["aac", "mp3", "ac3", "eac3", "alac", "pcm_s16le", "pcm_s24le"], .webm: ["opus", "vorbis"],
  ]

  /// Whether a container holds the codec; Matroska holds all that FFmpeg knows for it.
  package func fits(_ container: MediaContainer) -> Bool {
    guard let native = avcodec_descriptor_get_by_name(codec) else { return false }
    return Self.usual[container]?.contains(codec) ?? EncoderCatalog.holds(native.pointee.id, in: container)
  }
}

/// Copies the packets of a movie's sound between those of a film's pictures.
final class SoundCopy {
  /// The number of packets so far.
  private(set) var packetCount = 0

  private let input: InputContext
  private let source: UnsafeMutablePointer<AVStream>
  private let target: UnsafeMutablePointer<AVStream>
  private let packet: Packet
  /// The time in the movie at which the film begins, in ticks of the sound.
  private let start: Int64
  /// The time of the first packet that is copied, and what Matroska counts from it to the first sample that is heard, in ticks.
  private var first = Int64.min
  private var delay: Int64 = 0
  private var isWaiting = false
  private var hasEnded = false

  /// Adds the stream to a container whose header is not written yet.
  init(_ sound: CopiedSound, in output: borrowing OutputContext, container: MediaContainer) throws(FFmpegError) {
    input = try InputContext(path: sound.path)
    avformat_find_stream_info(input.pointer, nil)
    let index = try check(
      av_find_best_stream(input.pointer, AVMEDIA_TYPE_AUDIO, -1, -1, nil, 0), "av_find_best_stream")
    source = try check(input.pointer.pointee.streams?[Int(index)], "av_find_best_stream")
    target = try check(avformat_new_stream(output.pointer, nil), "avformat_new_stream")
    try check(avcodec_parameters_copy(target.pointee.codecpar, source.pointee.codecpar), "avcodec_parameters_copy")
    // The tag belongs to the container, which picks its own.
    target.pointee.codecpar.pointee.codec_tag = 0
    target.pointee.time_base = source.pointee.time_base
    for other in 0..<Int(input.pointer.pointee.nb_streams) where Int32(other) != index {
      input.pointer.pointee.streams?[other]?.pointee.discard = AVDISCARD_ALL
    }
    packet = try Packet()
    let tick = AVRational(
      num: Int32(clamping: sound.start.tickNumerator), den: Int32(clamping: sound.start.tickDenominator))
    start = av_rescale_q(Int64(sound.start.ticks), tick, source.pointee.time_base)
    if !container.isQuickTimeFamily {
      try setDelay()
      try MatroskaDelay.reserve(in: output, for: target)
    }
  }

  /// Finds where Matroska, which has no times before 0, begins: it states how much a decoder throws away first.
  private func setDelay() throws(FFmpegError) {
    first = start
    guard let parameters = target.pointee.codecpar else { return }
    let rate = max(1, parameters.pointee.sample_rate)
    let sample = AVRational(num: 1, den: rate)
    // The packet in which the film begins, and the one before it. MP3 may keep its bits in up to nine earlier ones.
    let count: Int64 = parameters.pointee.codec_id == AV_CODEC_ID_MP3 ? 10 : 2
    while try next() {
      let native = packet.pointer.pointee
      let length = native.duration > 0 ? native.duration : av_rescale_q(1024, sample, source.pointee.time_base)
      // An older packet changes nothing that is heard.
      if native.pts + count * length > start { break }
      isWaiting = false
    }
    guard isWaiting, packet.pointer.pointee.pts < start else { return }
    first = packet.pointer.pointee.pts
    let lead = Int32(clamping: av_rescale_q(start - first, source.pointee.time_base, sample))
    // What the source states is exact, and its times may be rounded to milliseconds.
    if abs(lead - parameters.pointee.initial_padding) > rate / 500 { parameters.pointee.initial_padding = lead }
    delay = av_rescale_q(MatroskaDelay.samples(of: parameters), sample, source.pointee.time_base)
  }

  /// Reads a packet, unless one waits; false at the end.
  private func next() throws(FFmpegError) -> Bool {
    while !isWaiting {
      guard try input.read(packet) else {
        hasEnded = true
        return false
      }
      guard packet.pointer.pointee.stream_index == source.pointee.index else { continue }
      let pointer = packet.pointer
      if pointer.pointee.pts == reel_no_timestamp() { pointer.pointee.pts = pointer.pointee.dts }
      isWaiting = pointer.pointee.pts != reel_no_timestamp()
    }
    return true
  }

  /// States in the finished file how much a decoder throws away, where the library leaves it out.
  func complete(_ path: String) throws(FFmpegError) { try MatroskaDelay.write(of: target, to: path) }

  /// The clock of the sound.
  var ticksPerSecond: Int { Int(source.pointee.time_base.den) }

  /// Copies the packets that begin before a time of the film, in seconds.
  func write(until end: Double, to output: borrowing OutputContext) throws(FFmpegError) {
    while !hasEnded, try next() {
      let pointer = packet.pointer
      let clock = source.pointee.time_base
      let time = Double(pointer.pointee.pts - start) * Double(clock.num) / Double(clock.den)
      if time >= end { return }
      isWaiting = false
      if pointer.pointee.pts < first { continue }
      pointer.pointee.pts += delay - start
      pointer.pointee.dts = pointer.pointee.pts
      av_packet_rescale_ts(pointer, clock, target.pointee.time_base)
      pointer.pointee.stream_index = target.pointee.index
      pointer.pointee.pos = -1
      try check(av_interleaved_write_frame(output.pointer, pointer), "av_interleaved_write_frame")
      packetCount += 1
    }
  }
}
