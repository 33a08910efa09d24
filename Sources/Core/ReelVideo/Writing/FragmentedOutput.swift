import CReelFFmpeg
import ReelGeometry

/// Writes packets as a fragmented MP4, which plays up to the last fragment if its end is missing.
///
/// The muxer writes to memory, and each fragment leaves it in one piece, so that `PartialFile.append` can make a torn one
/// harmless.
///
/// `delay_moov` postpones the header until the first fragment is cut. By then the muxer knows by how much decoding runs
/// ahead of display, and writes the edit list that starts the movie at 0. Without it (`empty_moov`) the first picture
/// of a stream with B-frames is shown two frames late, with `negative_cts_offsets` also.
final class FragmentedOutput: PacketOutput {
  private let context: OutputContext
  private let stream: UnsafeMutablePointer<AVStream>
  private let encoderTimeBase: AVRational
  private let sound: SoundStream?
  /// The frames' own times; nil for a constant rate.
  private let times: FilmTimes?
  /// The transparency of the pictures; nil where they have none.
  private let alpha: AlphaStream?
  private let sink: any FragmentSink
  /// The box after the header: the tracks that are not written yet (`TracksBox`).
  private let notes: [UInt8]
  /// Returns the box with the tracks that came since it was last asked.
  private let journal: () -> [UInt8]
  private var cutter: FragmentCutter
  /// The pictures that came before one that is shown earlier (B-frames): without it a film that breaks off would have a gap.
  private var early: [EarlyPacket] = []
  private var hasHeader = false
  /// When the open fragment began, if time matters.
  private var openSince: ContinuousClock.Instant?
  private var cutFrameCount = 0

  /// Prepares a stream of video, and one of sound where there is any.
  ///
  /// - Parameters:
  ///   - notes: a box for whoever finishes a film that breaks off; empty for none.
  ///   - journal: returns the box with what came since it was last asked.
  init(
    to sink: any FragmentSink, encoder: any FilmCompressor, sound: FilmSound?, notes: [UInt8] = [],
    journal: @escaping () -> [UInt8] = { [] }, times: FilmTimes? = nil, configuration: VideoConfiguration
  ) throws(FFmpegError) {
    let format = configuration.codec.growingContainer.muxerName
    let context = try OutputContext.gathering(format: format)
    let stream = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
    try encoder.copyParameters(to: stream.pointee.codecpar)
    stream.pointee.codecpar.pointee.codec_tag = configuration.codec.tag(in: format)
    try configuration.display.apply(to: stream, in: configuration.codec.growingContainer)
    stream.pointee.time_base = times?.clock.native ?? encoder.timeBase
    let rate = configuration.frameRate
    stream.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    self.sound = try sound.map { sound throws(FFmpegError) in try SoundStream(of: sound, in: context) }
    alpha =
      configuration.pixelFormat == .yuva420p
      ? try AlphaStream(beside: stream, in: context) : nil
    // Packets are as long as pictures stand still, or as frames last: they do not tell the rate.
    if times != nil && sink.outlivesProcess || configuration.codec.traits.stills == .lengthened {
      let statement = FragmentContent.statement(rate, hasTimes: times != nil)
      try check(av_dict_set(&context.pointer.pointee.metadata, FragmentContent.rateKey, statement, 0), "av_dict_set")
    }
    // Cut by the cutter alone; and no index at the end, which would need the offsets in the file.
    try context.set("movflags", to: "delay_moov+default_base_moof+frag_custom+skip_trailer")
    try check(avformat_write_header(context.pointer, nil), "avformat_write_header")
    self.context = context
    self.stream = stream
    self.sink = sink
    (self.notes, self.journal) = (notes, journal)
    encoderTimeBase = times?.clock.native ?? encoder.timeBase
    self.times = times
    cutter = FragmentCutter(frameRate: configuration.frameRate)
  }

  /// The number of bytes written so far.
  var byteCount: Int { sink.byteCount }

  var savedFrameCount: Int { sink.outlivesProcess ? cutFrameCount : 0 }

  /// Adds a packet, which leaves with its fragment.
  ///
  /// - Throws: `FFmpegError` from the muxer, `OutputError` from the sink of the fragment.
  func write(_ packet: borrowing Packet) throws {
    let pointer = packet.pointer
    if cutter.cuts(beforeKeyframe: pointer.pointee.flags & AV_PKT_FLAG_KEY != 0) {
      try finishPictures()
      try cut()
    }
    let isEnd = cutter.add(
      frame: Int(pointer.pointee.pts), length: Int(pointer.pointee.duration), byteCount: Int(pointer.pointee.size),
      waited: waited())
    if cutter.hasGap {
      early.append(try EarlyPacket(packet))
      return
    }
    try finishPictures()
    try put(packet)
    if isEnd { try cut() }
  }

  func finishPictures() throws {
    for early in early { try put(early.packet) }
    early.removeAll(keepingCapacity: true)
  }

  private func put(_ packet: borrowing Packet) throws(FFmpegError) {
    let pointer = packet.pointer
    pointer.pointee.stream_index = stream.pointee.index
    try times?.stamp(packet)
    av_packet_rescale_ts(pointer, encoderTimeBase, stream.pointee.time_base)
    try alpha?.take(from: packet)
    try check(av_write_frame(context.pointer, pointer), "av_write_frame")
    try alpha?.write(to: context)
  }

  func writeSound(_ packet: borrowing Packet) throws { try sound?.write(packet, in: context) }

  /// Writes the last fragment, and returns the size of the whole.
  func finish() throws -> Int {
    // The trailer would write the header and the fragment in one.
    if !hasHeader, !notes.isEmpty, cutter.frameCount > 0 { try cut() }
    try check(av_write_trailer(context.pointer), "av_write_trailer")
    try sink.append(try context.takeGathered() + (cutter.frameCount > 0 ? journal() : []))
    return sink.byteCount
  }

  /// How long the open fragment has waited to be saved; zero for a stream, whose bytes depend on no clock.
  private func waited() -> Duration {
    guard sink.outlivesProcess else { return .zero }
    let now = ContinuousClock.now
    guard let openSince else {
      openSince = now
      return .zero
    }
    return now - openSince
  }

  private func cut() throws {
    // The muxer puts the header off until every stream has begun.
    if let sound, sound.packetCount == 0 { return }
    // Of a delayed header the first call writes only that.
    var bytes: [UInt8] = []
    if !hasHeader {
      try check(av_write_frame(context.pointer, nil), "av_write_frame")
      bytes = try context.takeGathered() + notes
      hasHeader = true
    }
    try check(av_write_frame(context.pointer, nil), "av_write_frame")
    cutter.cut()
    openSince = nil
    let fragment = try context.takeGathered()
    try sink.append((bytes.isEmpty ? fragment : bytes + fragment) + journal())
    cutFrameCount = cutter.frameCount
  }
}

/// A packet that is kept beyond the call that brought it.
private final class EarlyPacket {
  let packet: Packet

  init(_ original: borrowing Packet) throws(FFmpegError) {
    packet = try Packet()
    try check(av_packet_ref(packet.pointer, original.pointer), "av_packet_ref")
  }
}
