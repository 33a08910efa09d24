import CReelFFmpeg

/// Compresses a film to H.264 so that the encoder encodes every frame, with B-frames if it uses them.
///
/// There is a packet for each frame. A film with B-frames may hold still at the beginning of a segment: see
/// `OpeningStills`.
final class PlainFilmEncoder: SegmentCompressor {
  var name: String { encoder.name }
  var timeBase: AVRational { encoder.timeBase }

  private let encoder: VideoEncoder
  private let keyframeInterval: Int
  private let hasBFrames: Bool
  private let made: MadePacket
  /// Makes the stills at the beginning of a film with B-frames.
  private let opening: OpeningStills?
  /// Whether the first picture waits until the number of its stills is known.
  private var isFirstPending = false
  /// The number of frames so far that repeat the first one, in a film with B-frames.
  private var openingStills = 0
  /// The number of those frames that the encoder does not receive.
  private var heldStills = 0
  /// The number of packets so far, if there are such frames.
  private var packetCount = 0

  /// The number of P-frames before a keyframe in a film with B-frames; with three consecutive B-frames, two are too few.
  private static let plainTail = 3

  /// The minimum number of frames from the keyframe after the opening stills to the next keyframe: with 1, 2, 3 and 5 OpenH264's
  /// decoder shows pictures out of order, with 4 and with 6 to 13 the order was right.
  private static let fewestAfterStills = 8

  /// Opens an encoder; see `H264Encoder.open`.
  init(_ configuration: VideoConfiguration, hasBFrames: Bool) throws {
    encoder = try VideoEncoder(configuration)
    made = try MadePacket()
    keyframeInterval = min(configuration.keyframeInterval, StillWeaver.maximumRun)
    self.hasBFrames = hasBFrames
    let parameterSets = encoder.parameterSets
    opening =
      hasBFrames
      ? try H264Error.explained { () throws(H264Error) in try OpeningStills(parameterSets: parameterSets) } : nil
  }

  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters, with: opening?.parameterSets)
  }

  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    precondition(!isFirstPending, "a picture was not flushed")
    if hasBFrames, index == 0 {
      isFirstPending = true
    } else {
      try encodePlainly(picture, index: index, to: body)
    }
  }

  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    // The first picture waits until the number of its stills is known, or the next keyframe is due.
    if isFirstPending {
      if index < keyframeInterval { return openingStills += 1 }
      try flush(picture, to: body)
    }
    try encodePlainly(picture, index: index, to: body)
  }

  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    guard isFirstPending else { return }
    isFirstPending = false
    try open(picture, to: body)
  }

  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
    try encoder.finish { try emit($0, to: body) }
  }

  /// Encodes the first picture of a film with B-frames, and the frames that repeat it.
  private func open(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    // The second keyframe costs more than a few copies. If a third one came soon, OpenH264's decoder would show
    // pictures out of order.
    let left = keyframeInterval - (openingStills + 1)
    if openingStills >= H264Encoder.longestHold, left == 0 || left >= Self.fewestAfterStills {
      heldStills = openingStills
    }
    try encoder.encode(
      picture, index: 0, as: .key,
      qualityOffset: H264Encoder.qualityOffset(stills: heldStills, followsStill: false, movement: 0)
    ) { try emit($0, to: body) }
    for index in stride(from: 1, through: openingStills - heldStills, by: 1) {
      try encodePlainly(picture, index: index, to: body)
    }
  }

  /// Encodes a frame of a film without skipped pictures.
  private func encodePlainly(
    _ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void
  ) throws {
    try encoder.encode(picture, index: index - heldStills, as: kind(of: index)) { try emit($0, to: body) }
  }

  /// The required type of a frame's picture in a film without skipped pictures.
  private func kind(of index: Int) -> PictureKind {
    guard hasBFrames else { return .any }
    if heldStills > 0, index == heldStills + 1 { return .key }
    let position = index % keyframeInterval
    return position == 0 ? .key : keyframeInterval - position <= Self.plainTail ? .predicted : .any
  }

  /// Emits a packet, and after the first one the stills at the start of the film.
  private func emit(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    guard heldStills > 0 else { return try body(packet) }
    let isFirst = packet.pointer.pointee.pts == 0
    if !isFirst { packet.pointer.pointee.pts += Int64(heldStills) }
    packet.pointer.pointee.dts = nextDecodingTime()
    try body(packet)
    guard isFirst else { return }
    for still in 1...heldStills {
      try made.emit(opening?.still(still) ?? [], index: still, decoding: nextDecodingTime(), flags: 0, to: body)
    }
  }

  /// Returns the decoding time of the next packet.
  ///
  /// An encoder that receives fewer pictures than its delay reports no delay, and the next segment would begin too
  /// early.
  private func nextDecodingTime() -> Int64 {
    defer { packetCount += 1 }
    return Int64(packetCount - encoder.reorderDelay)
  }
}
