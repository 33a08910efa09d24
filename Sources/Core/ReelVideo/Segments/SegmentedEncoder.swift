import CReelFFmpeg

/// Compresses a film segment by segment, each with a fresh encoder.
///
/// An encoder's output follows from its pictures alone, so a segment is the same whether the film before it was
/// compressed here, by another thread or on another machine.
final class SegmentedEncoder: FilmCompressor {
  let name: String
  let timeBase: AVRational

  private let configuration: VideoConfiguration
  private let segments: FilmSegments
  /// The encoder of the current segment; nil once the last one is finished.
  private var encoder: (any SegmentCompressor)?
  /// The index of the current segment in the whole film, from 0.
  private var segment: Int
  /// The frame at which it begins, counted from the first frame that was encoded here.
  private var start = 0
  /// The frame after the last one that was encoded.
  private var end = 0
  /// Whether the next packet is the first one of a later segment.
  private var beginsSegment = false

  /// Opens the encoder of the first segment.
  ///
  /// - Parameters:
  ///   - configuration: The properties and the encoding of the film.
  ///   - segment: The index of the film's segment to begin with.
  /// - Throws: As `H264Encoder.open`.
  init(_ configuration: VideoConfiguration, from segment: Int = 0) throws {
    self.configuration = configuration
    self.segment = segment
    segments = FilmSegments(configuration)
    let encoder = try H264Encoder.open(configuration, segment: segment)
    (name, timeBase) = (encoder.name, encoder.timeBase)
    self.encoder = encoder
  }

  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder?.copyParameters(to: parameters)
  }

  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    if index - start == segments.length { try beginSegment(at: index, picture, to: body) }
    end = index + 1
    try encoder?.encode(picture, index: index - start) { try emit($0, to: body) }
  }

  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    guard index - start < segments.length else { return try encode(picture, index: index, to: body) }
    end = index + 1
    try encoder?.repeatFrame(picture, index: index - start) { try emit($0, to: body) }
  }

  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    // Before the planes change: the segment ends with this picture, whatever the next one begins with.
    if isFull { try encoder?.holdOn(picture) { try emit($0, to: body) } }
    try encoder?.flush(picture) { try emit($0, to: body) }
  }

  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    if isFull { try encoder?.holdOn(picture) { try emit($0, to: body) } }
    try encoder?.finish(picture) { try emit($0, to: body) }
  }

  /// Whether the current segment has all its frames and another one follows.
  ///
  /// If the film's length is unknown, another one is assumed: a process that makes only this segment could not know
  /// either.
  private var isFull: Bool {
    let goesOn = configuration.frameCount.map { $0 > (segment + 1) * segments.length } ?? true
    return goesOn && end - start == segments.length
  }

  private func beginSegment(
    at index: Int, _ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void
  ) throws {
    try finish(picture, to: body)
    // Before the next one is opened: two encoders would take the memory of two films.
    encoder = nil
    segment += 1
    start = index
    beginsSegment = true
    encoder = try H264Encoder.open(configuration, segment: segment)
  }

  private func emit(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    if beginsSegment { EncoderNote.remove(from: packet) }
    beginsSegment = false
    packet.pointer.pointee.pts += Int64(start)
    packet.pointer.pointee.dts += Int64(start)
    try body(packet)
  }
}
