import CReelFFmpeg
import ReelGeometry

/// Writes packets as Matroska without seeking, in clusters of at most a second.
final class MatroskaStream: PacketOutput {
  private let context: OutputContext
  private let stream: UnsafeMutablePointer<AVStream>
  private let encoderTimeBase: AVRational
  private let sound: SoundStream?
  /// The frames' own times; nil for a constant rate.
  private let times: FilmTimes?
  private let sink: any FragmentSink

  /// Prepares a stream of video, and one of sound where there is any.
  init(
    to sink: any FragmentSink, encoder: any FilmCompressor, sound: FilmSound?, times: FilmTimes? = nil,
    configuration: VideoConfiguration
  ) throws(FFmpegError) {
    let context = try OutputContext.gathering(format: "matroska", isSeekable: false)
    let stream = try check(avformat_new_stream(context.pointer, nil), "avformat_new_stream")
    try encoder.copyParameters(to: stream.pointee.codecpar)
    try configuration.display.apply(to: stream, in: .mkv)
    stream.pointee.time_base = times?.clock.native ?? encoder.timeBase
    let rate = configuration.frameRate
    stream.pointee.avg_frame_rate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
    self.sound = try sound.map { sound throws(FFmpegError) in
      try SoundStream(of: sound, in: context, isMatroska: true)
    }
    // The muxer flushes at the end of a cluster; until then the bytes stay in memory.
    try check(avformat_write_header(context.pointer, nil), "avformat_write_header")
    self.context = context
    self.stream = stream
    self.sink = sink
    encoderTimeBase = times?.clock.native ?? encoder.timeBase
    self.times = times
  }

  var byteCount: Int { sink.byteCount }
  let savedFrameCount = 0

  func write(_ packet: borrowing Packet) throws {
    let pointer = packet.pointer
    pointer.pointee.stream_index = stream.pointee.index
    try times?.stamp(packet)
    av_packet_rescale_ts(pointer, encoderTimeBase, stream.pointee.time_base)
    try check(av_write_frame(context.pointer, pointer), "av_write_frame")
    try sendGathered()
  }

  func writeSound(_ packet: borrowing Packet) throws {
    try sound?.write(packet, in: context)
    try sendGathered()
  }

  func finish() throws -> Int {
    try check(av_write_trailer(context.pointer), "av_write_trailer")
    try sendGathered()
    return sink.byteCount
  }

  private func sendGathered() throws {
    let bytes = try context.takeGathered()
    if !bytes.isEmpty { try sink.append(bytes) }
  }
}
