import CReelFFmpeg
import ReelPlatform

/// Compresses a film to H.264, and inserts skipped pictures for its stills.
///
/// There is a packet for each frame.
///
/// A picture waits for the next one, or for some stills: a repeated picture must be a reference, and is shown for
/// long. Its planes must not change until then; see `flush`.
final class WovenFilmEncoder: SegmentCompressor {
  var name: String { encoder.name }
  var timeBase: AVRational { encoder.timeBase }

  private let encoder: VideoEncoder
  private let keyframeInterval: Int
  private let made: MadePacket
  private var weaver: StillWeaver
  private var movement = MovementMeter()
  /// The picture that has not been encoded yet.
  private var pending: Pending?
  /// The last frame that is known to be a keyframe.
  private var keyframe = 0
  /// The last frame that was a still.
  private var lastStill = -1
  /// The frame indices of the pictures sent to the encoder, starting at `firstSent`; the encoder does not count
  /// stills.
  private var sent: [Int] = []
  private var firstSent = 0
  /// Whether the encoder received copies of the last picture that are not frames of the film.
  private var isHeldOn = false

  /// The number of stills after which a picture is encoded.
  private let patience: Int

  private struct Pending {
    /// Its frame.
    var index: Int
    /// Whether the previous frame was a still.
    var followsStill: Bool
    /// Whether it repeats the previous frame and exists only as a keyframe.
    var isRepeated = false
  }

  /// The number of extra copies the encoder gets of a picture that is held at the end of a segment; see docs/decisions.md.
  private static let heldCopies = 2

  /// Opens an encoder; see `H264Encoder.open`.
  init(_ configuration: VideoConfiguration, segment: Int) throws {
    encoder = try VideoEncoder(configuration, leavesRoomForStills: true)
    made = try MadePacket()
    let longest = H264Encoder.longestHold
    patience =
      configuration.delay == .none
      ? min(longest, max(1, configuration.frameRate.frameCount(seconds: 0.4))) : longest
    keyframeInterval = min(configuration.keyframeInterval, StillWeaver.maximumRun)
    let parameterSets = encoder.parameterSets
    weaver = try H264Error.explained { () throws(H264Error) in
      try StillWeaver(parameterSets: parameterSets, segment: segment)
    }
  }

  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters, with: weaver.parameterSets)
  }

  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    precondition(pending == nil, "a picture was not flushed")
    let followsStill = index > 0 && lastStill == index - 1
    pending = Pending(index: index, followsStill: followsStill)
    movement.add(picture, followsStill: followsStill)
  }

  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    // The pending picture may become a keyframe now that it is repeated.
    let last = pending.map { $0.isRepeated || isDue($0.index) ? $0.index : keyframe } ?? keyframe
    if index - last >= keyframeInterval {
      try flush(picture, to: body)
      pending = Pending(index: index, followsStill: true, isRepeated: true)
      return
    }
    lastStill = index
    weaver.addStill(index)
    if let pending, index - pending.index >= patience { try flush(picture, to: body) }
    try weaveStills(to: body)
  }

  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    guard let pending = pending.take() else { return }
    let (index, followsStill) = (pending.index, pending.followsStill)
    let stills = max(0, lastStill - index)
    let isKey = pending.isRepeated || isDue(index)
    if isKey { keyframe = index }
    sent.append(index)
    try encoder.encode(
      picture, index: firstSent + sent.count - 1, as: isKey ? .key : .any,
      qualityOffset: pending.isRepeated
        ? 0
        : H264Encoder.qualityOffset(stills: stills, followsStill: followsStill, movement: isKey ? 0 : movement.share)
    ) { try emit($0, to: body) }
  }

  /// Whether the last keyframe is too long ago; the encoder counts only its own pictures and would not notice.
  private func isDue(_ index: Int) -> Bool { index - keyframe >= keyframeInterval }

  /// Shows the encoder that the last picture, if it is already a still, continues in the next segment; only `finish`
  /// may follow.
  ///
  /// x264 gives a picture more bits the more pictures of its lookahead copy from it, and also the pictures that it
  /// copies from in turn. At the end of a segment the lookahead is empty, and a still there would have the worst
  /// quality, although it is shown for long. So the encoder receives a few more copies, and the resulting packets are
  /// dropped.
  func holdOn(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
    guard !isHeldOn, let last = sent.last, lastStill > last else { return }
    isHeldOn = true
    // `emit` may forget pictures that were sent long ago, which moves both of these.
    let end = firstSent + sent.count
    for copy in 0..<Self.heldCopies {
      try encoder.encode(picture, index: end + copy) { try emit($0, to: body) }
    }
  }

  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
    try encoder.finish { try emit($0, to: body) }
  }

  /// Emits a packet of the encoder, and the stills that waited for it.
  private func emit(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    let source = packet.pointer.pointee
    let offset = Int(source.pts) - firstSent
    if isHeldOn, offset >= sent.count { return }
    guard sent.indices.contains(offset) else {
      throw FFmpegError(.invalidData, operation: "avcodec_receive_packet with the time \(source.pts)")
    }
    let index = sent[offset]
    forgetSent()
    if source.flags & AV_PKT_FLAG_KEY != 0 { keyframe = max(keyframe, index) }
    let bytes = Array(UnsafeBufferPointer(start: source.data, count: Int(source.size)))
    let result = try H264Error.explained { () throws(H264Error) in try weaver.weave(bytes, index: index) }
    try made.emit(result, index: index, flags: source.flags, to: body)
    try weaveStills(to: body)
  }

  /// Forgets frames that were emitted long ago; the encoder holds fewer than 512 at any time.
  private func forgetSent() {
    guard sent.count >= 2048 else { return }
    sent.removeFirst(1024)
    firstSent += 1024
  }

  private func weaveStills(to body: (borrowing Packet) throws -> Void) throws {
    while let still = try H264Error.explained({ () throws(H264Error) in try weaver.nextStill() }) {
      try made.emit(still.bytes, index: still.index, flags: AV_PKT_FLAG_DISPOSABLE, to: body)
    }
  }
}
