import CReelFFmpeg

/// Compresses a film with any codec but H.264.
///
/// A still is a packet that is shown longer, a packet that comes again, or a picture that is encoded, as the codec and the
/// container let it be (`CodecTraits.StillForm`). The encoder counts the pictures that it gets, so that its rate control
/// sees a constant rate; packets get the numbers of their frames afterwards.
final class CodecFilmEncoder: FilmCompressor {
  var name: String { encoder.name }
  var timeBase: AVRational { encoder.timeBase }

  private let encoder: VideoEncoder
  private let stills: CodecTraits.StillForm
  /// The most frames for which a picture is shown before it is encoded again.
  private let longestHold: Int
  /// The frames of the pictures that the encoder has, or that came last from it.
  private var sent: [Int] = []
  /// How many pictures were sent before these.
  private var firstSent = 0
  private var lastSent = -1
  /// The times of the pictures in an encoder that gets every frame.
  private var times = FrameTimes()
  /// The frame after the last one that was taken.
  private var end = 0
  /// The packet that came last: until it is known how long it is shown, or to come again.
  private let last: Packet
  private let again: Packet
  private var isWaiting = false

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - configuration: what is encoded and how.
  ///   - isMatroska: whether the container's players show a picture until the next one comes, however long that is.
  /// - Throws: `MovieError.codecMissing`, `InvalidValue` for what the encoder cannot do, or `FFmpegError`.
  init(_ configuration: VideoConfiguration, isMatroska: Bool) throws {
    EncoderTeardown.wait()
    encoder = try VideoEncoder(configuration)
    last = try Packet()
    again = try Packet()
    longestHold = configuration.keyframeInterval
    let form = configuration.stills == .skip ? configuration.codec.traits.stills : .encoded
    // A live recording does not wait to see how long a picture is shown.
    let canLengthen = isMatroska && configuration.delay == .lookahead
    stills = form == .lengthened && !canLengthen ? .encoded : form
  }

  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters)
  }

  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    end = index + 1
    lastSent = index
    if stills == .encoded {
      times.append(pts: index, duration: 1)
      return try encoder.encode(picture, index: index) { try take($0, to: body) }
    }
    sent.append(index)
    try encoder.encode(picture, index: firstSent + sent.count - 1) { try take($0, to: body) }
  }

  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    switch stills {
    case .encoded: try encode(picture, index: index, to: body)
    case .repeated:
      end = index + 1
      try check(av_packet_ref(again.pointer, last.pointer), "av_packet_ref")
      try emit(again, at: index, duration: 1, to: body)
    case .lengthened:
      if index - lastSent >= longestHold { return try encode(picture, index: index, to: body) }
      end = index + 1
    }
  }

  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) {}

  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    // A player that does not know the last picture's duration ends when it begins: so it begins one frame before the end.
    if stills == .lengthened, end - 1 > lastSent { try encode(picture, index: end - 1, to: body) }
    try encoder.finish { try take($0, to: body) }
    try release(until: end, to: body)
  }

  /// Takes a packet of the encoder, whose times count pictures.
  private func take(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    let source = packet.pointer
    if stills == .encoded {
      // Encoders with B-frames set the decoding time, but for libx265's in films of one or two frames.
      guard times.stamp(packet, reorderDelay: encoder.reorderDelay) else {
        throw FFmpegError(.invalidData, operation: "avcodec_receive_packet with the time \(source.pointee.pts)")
      }
      return try body(packet)
    }
    let position = Int(source.pointee.pts) - firstSent
    guard sent.indices.contains(position) else {
      throw FFmpegError(.invalidData, operation: "avcodec_receive_packet with the time \(source.pointee.pts)")
    }
    let index = sent[position]
    sent.removeFirst(position)
    firstSent += position
    if stills == .repeated {
      av_packet_unref(last.pointer)
      try check(av_packet_ref(last.pointer, source), "av_packet_ref")
      return try emit(packet, at: index, duration: 1, to: body)
    }
    try release(until: index, to: body)
    av_packet_move_ref(last.pointer, source)
    last.pointer.pointee.pts = Int64(index)
    isWaiting = true
    if sent.count > 1 { try release(until: sent[1], to: body) }
  }

  /// Hands on the packet that waits, now that it is known how long it is shown.
  private func release(until end: Int, to body: (borrowing Packet) throws -> Void) throws {
    guard isWaiting else { return }
    isWaiting = false
    let start = Int(last.pointer.pointee.pts)
    try emit(last, at: start, duration: end - start, to: body)
  }

  private func emit(
    _ packet: borrowing Packet, at index: Int, duration: Int, to body: (borrowing Packet) throws -> Void
  ) throws {
    packet.pointer.pointee.pts = Int64(index)
    packet.pointer.pointee.dts = Int64(index)
    packet.pointer.pointee.duration = Int64(duration)
    defer { av_packet_unref(packet.pointer) }
    try body(packet)
  }
}
