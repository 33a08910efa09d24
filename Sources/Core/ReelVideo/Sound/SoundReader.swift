import CReelFFmpeg
import ReelFiles
import ReelPlatform

/// Reads the sound of any file as left and right samples at 48 kHz, from its beginning.
///
/// Undecodable data are skipped, and mono sound is heard on both sides at its own level. Memory does not grow with
/// the file.
final class SoundReader {
  private let input: InputContext
  private var decoder: StreamDecoder
  private let packet: Packet
  private let frame: VideoFrame
  private var resampler: ResamplerContext?
  /// The input form that the resampler was created for.
  private var form = Form()
  private var isFirst = true
  private var phase = Phase.reading
  /// Decoded left and right samples that have not been read yet, starting at `next`.
  private var ready: [Float] = []
  private var next = 0

  private enum Phase { case reading, draining, ended }

  private struct Form: Equatable {
    var format: Int32 = -1
    var rate: Int32 = 0
    var channels = 0
  }

  /// The number of consecutive errors after which the rest of a file is given up.
  private static let maxErrors = 100
  private var errorCount = 0

  /// Opens a file.
  ///
  /// - Throws: `SoundError` if it is missing or has no sound.
  init(path: String) throws(SoundError) {
    guard access(path, R_OK) == 0 else { throw .missing(path: path, reason: SystemError(errno, "access").reason) }
    if let kind = OutputFile.kind(at: path) { throw .unreadable(path: path, reason: "it is \(kind)") }
    do throws(FFmpegError) {
      let input = try InputContext(path: path)
      avformat_find_stream_info(input.pointer, nil)
      let decoder = try StreamDecoder.open(input, AVMEDIA_TYPE_AUDIO, isBaseline: true)
      // Pictures, such as those of an album or a film, are not even read from the file.
      for index in 0..<Int(input.pointer.pointee.nb_streams) where Int32(index) != decoder.index {
        input.pointer.pointee.streams?[index]?.pointee.discard = AVDISCARD_ALL
      }
      packet = try Packet()
      frame = try VideoFrame()
      self.decoder = decoder
      self.input = input
    } catch {
      let reason = error.operation == "av_find_best_stream" ? "it has no sound" : error.message
      throw .unreadable(path: path, reason: reason)
    }
  }

  /// Passes interleaved left and right samples to a closure, and returns the number of pairs: fewer than requested
  /// only at the end.
  func read(_ count: Int, _ body: (UnsafeBufferPointer<Float>) -> Void) -> Int {
    var done = 0
    while done < count {
      if next == ready.count, !decodeMore() { break }
      let pairs = min(count - done, (ready.count - next) / 2)
      ready.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[next..<next + 2 * pairs])) }
      next += 2 * pairs
      done += pairs
    }
    return done
  }

  /// Skips samples; returns the number of pairs.
  func skip(_ count: Int) -> Int { read(count) { _ in } }

  /// The length of the file according to its header, in sample pairs at 48 kHz; nil if the header does not say.
  var toldCount: Int? {
    let native = input.pointer.pointee
    guard let stream = native.streams?[Int(decoder.index)] else { return nil }
    let second = AVRational(num: 1, den: Int32(SoundTrack.sampleRate))
    if stream.pointee.duration > 0, native.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE {
      return Int(av_rescale_q(stream.pointee.duration, stream.pointee.time_base, second))
    }
    return native.duration > 0 ? Int(av_rescale(native.duration, Int64(SoundTrack.sampleRate), 1_000_000)) : nil
  }

  /// Decodes until samples are available; false at the end.
  private func decodeMore() -> Bool {
    ready.removeAll(keepingCapacity: true)
    next = 0
    while ready.isEmpty {
      if decoder.receiveCounting(frame) {
        take()
        continue
      }
      switch phase {
      case .reading: readPacket()
      case .draining:
        decoder.sendCounting(nil)
        phase = .ended
      case .ended: return finish()
      }
    }
    return true
  }

  private func readPacket() {
    av_packet_unref(packet.pointer)
    let status = av_read_frame(input.pointer, packet.pointer)
    guard status >= 0 else {
      errorCount += 1
      if status == FFmpegError.Code.endOfStream.rawValue || errorCount >= Self.maxErrors { phase = .draining }
      return
    }
    errorCount = 0
    if packet.pointer.pointee.stream_index == decoder.index { decoder.sendCounting(packet.pointer) }
  }

  /// Takes the decoded frame.
  private func take() {
    let native = frame.pointer.pointee
    let channels = Int(reel_channel_count(&frame.pointer.pointee.ch_layout))
    guard native.nb_samples > 0, native.sample_rate > 0, channels > 0 else { return }
    let form = Form(format: native.format, rate: native.sample_rate, channels: channels)
    if form != self.form {
      flush()
      resampler = try? ResamplerContext.make(
        like: frame, channels: min(channels, SoundTrack.channelCount), sampleRate: SoundTrack.sampleRate)
      self.form = form
    }
    if isFirst {
      isFirst = false
      ready += [Float](repeating: 0, count: 2 * lateness)
    }
    var made: [Float] = []
    try? resampler?.convert(frame, into: &made)
    add(made)
  }

  /// The number of samples by which a film's sound begins after its pictures.
  private var lateness: Int {
    let native = input.pointer.pointee
    guard frame.pointer.pointee.pts != reel_no_timestamp(), let stream = native.streams?[Int(decoder.index)] else {
      return 0
    }
    // The start of the whole file may be that of samples which the decoder has thrown away.
    let pictures = (0..<Int(native.nb_streams)).lazy.compactMap { native.streams?[$0] }.first {
      $0.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_VIDEO
        && $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0
    }
    guard let pictures, pictures.pointee.start_time != reel_no_timestamp() else { return 0 }
    let second = AVRational(num: 1, den: Int32(SoundTrack.sampleRate))
    let start = av_rescale_q(frame.pointer.pointee.pts, stream.pointee.time_base, second)
    let zero = av_rescale_q(pictures.pointee.start_time, pictures.pointee.time_base, second)
    return Int(min(max(0, start - zero), Int64(600 * SoundTrack.sampleRate)))
  }

  /// Takes the samples left in the resampler.
  private func flush() {
    var made: [Float] = []
    try? resampler?.finish(into: &made)
    resampler = nil
    add(made)
  }

  private func finish() -> Bool {
    flush()
    form = Form()
    return !ready.isEmpty
  }

  private func add(_ made: [Float]) {
    guard form.channels == 1 else {
      ready += made
      return
    }
    ready.reserveCapacity(ready.count + 2 * made.count)
    for sample in made {
      ready.append(sample)
      ready.append(sample)
    }
  }
}
