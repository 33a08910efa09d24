import CReelFFmpeg
import ReelTiming

/// Mixes and compresses the sound of a film, as far as its pictures have come.
final class FilmSound {
  private let mixer: SoundMixer
  private let frameRate: FrameRate
  /// The frames' own times; nil for a constant rate.
  private let times: FilmTimes?
  private var encoder: SoundEncoder
  private var sampleCount = 0

  /// The samples that are mixed at once.
  private static let run = 4096

  /// Opens the encoder for a container.
  ///
  /// - Parameters:
  ///   - growing: The format of the file in which the film grows, which has to hold the sound, too; nil where it grows in its own.
  ///   - frameCount: The length of the film, if known.
  /// - Throws: `SoundError` for files that cannot be read, `ClipError` where there is no encoder.
  init(
    _ track: SoundTrack, container: MediaContainer, growing: MediaContainer?, frameRate: FrameRate,
    frameCount: Int? = nil, times: FilmTimes? = nil
  ) throws {
    let count = times == nil ? frameCount.map { Self.samples(ofFrames: $0, frameRate) } : nil
    mixer = try SoundMixer(track, count: count)
    encoder = try SoundEncoder.film(container, growing: growing)
    self.frameRate = frameRate
    self.times = times
  }

  /// The clock of the packets: a sample a tick.
  var timeBase: AVRational { encoder.timeBase }

  /// Copies what a container has to know about the stream.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters)
  }

  /// Compresses what is heard until a frame begins.
  func advance(toFrame frame: Int, to body: (borrowing Packet) throws -> Void) throws {
    let end =
      times?.samples(ofFrames: frame, rate: SoundTrack.sampleRate)
      ?? Self.samples(ofFrames: frame, frameRate)
    while sampleCount < end {
      let count = min(end - sampleCount, Self.run)
      let samples = try PerformanceTimer.measure("mix") { try mixer.read(count) }
      sampleCount += count
      try encoder.encode(samples, to: body)
    }
  }

  private static func samples(ofFrames count: Int, _ rate: FrameRate) -> Int {
    count * SoundTrack.sampleRate * rate.denominator / rate.numerator
  }

  /// Compresses what is heard until a frame begins, and ends there.
  func finish(atFrame frame: Int, to body: (borrowing Packet) throws -> Void) throws {
    try advance(toFrame: frame, to: body)
    try encoder.finish(to: body)
  }
}

/// The stream of sound in a container that grows.
final class SoundStream {
  private let stream: UnsafeMutablePointer<AVStream>
  private let timeBase: AVRational
  private let delay: Int64
  /// The number of packets so far.
  private(set) var packetCount = 0

  /// Adds a stream; the header is not written yet.
  init(of sound: FilmSound, in context: borrowing OutputContext, isMatroska: Bool = false) throws(FFmpegError) {
    stream = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
    try sound.copyParameters(to: stream.pointee.codecpar)
    timeBase = sound.timeBase
    stream.pointee.time_base = timeBase
    delay = isMatroska ? MatroskaDelay.samples(of: stream.pointee.codecpar) : 0
    // What a decoder throws away lies before 0; without this all times would move by that.
    if isMatroska { context.pointer.pointee.avoid_negative_ts = 0 }
  }

  /// Adds a packet, with times in samples.
  func write(_ packet: borrowing Packet, in context: borrowing OutputContext) throws(FFmpegError) {
    let pointer = packet.pointer
    pointer.pointee.stream_index = stream.pointee.index
    pointer.pointee.pts += delay
    pointer.pointee.dts += delay
    av_packet_rescale_ts(pointer, timeBase, stream.pointee.time_base)
    try check(av_write_frame(context.pointer, pointer), "av_write_frame")
    packetCount += 1
  }
}
