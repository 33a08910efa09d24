import CReelFFmpeg
import ReelPlatform

/// Compresses a film to H.264: pictures with an encoder, stills by weaving skipped pictures in.
///
/// There is a packet for each frame.
///
/// A picture waits for the next one, or for some stills: one that is repeated must be a reference, and is shown for
/// long. Its planes must not change until then; see `flush`.
///
/// A film has B-frames or skipped pictures: `VideoConfiguration.stills` says which. OpenH264's decoder has room
/// for two pictures beside the references. Once it has seen a B-frame it holds two pictures back until the end of the
/// stream, and one of them that is no reference, as a skipped picture, leaves no room for the next; no key frame and no
/// new parameter set ends that. Only at the beginning of a segment a film with B-frames has stills as well: see `HeldOpening`.
final class FilmEncoder: FilmCompressor {
  /// The FFmpeg name of the encoder that is used.
  var name: String { encoder.name }
  /// The duration of one frame: the unit of every timestamp.
  var timeBase: AVRational { encoder.timeBase }

  private let encoder: VideoEncoder
  private let keyframeInterval: Int
  private let hasBFrames: Bool
  private let woven: Packet
  private var weaver: StillWeaver?
  /// What makes the stills at the beginning of a film with B-frames.
  private let opening: HeldOpening?
  /// How many frames of a film with B-frames repeat the first one, as far as that is known.
  private var openingStills = 0
  /// Those of them that the encoder does not get.
  private var heldStills = 0
  /// The packets so far, where there are such.
  private var packetCount = 0
  /// The picture that is not encoded yet.
  private var pending: Pending?
  /// The last frame that is known to be a key frame.
  private var keyframe = 0
  /// The last frame that was a still.
  private var lastStill = -1
  /// The frame indices of the pictures sent to the encoder, from `firstSent` on; it counts them without the stills.
  private var sent: [Int] = []
  private var firstSent = 0
  /// Whether copies of the last picture were sent that are no frames.
  private var isHeldOn = false

  /// The number of stills after which a picture is encoded.
  private let patience: Int

  private struct Pending {
    /// Its frame.
    var index: Int
    /// Whether the frame before it was a still.
    var followsStill: Bool
    /// Whether it repeats the frame before and is only a key frame.
    var isRepeated = false
  }

  /// x264's lookahead with the preset `veryfast`: repeating a picture longer does not raise its quality.
  private static let longestHold = 10

  /// How often the encoder gets a picture again that is held at the end of a segment.
  ///
  /// Measured with the films of `make bench`: with two, those that hold their pictures are as large as without segments, 1.5 % less
  /// (default) and 0.3 % more (step), and nearer to what was drawn by 0.2 and 0.4 dB. They take up to 7 % of default's time at 1080p,
  /// whose segments end with held pictures; its worst frame gains 1 dB. Behind the end of a film they would be of no use to it: encoded in
  /// one piece it would have none there either.
  private static let heldCopies = 2

  /// The P-frames before a key frame in a film with B-frames.
  ///
  /// With three B-frames in a row two are too few.
  private static let plainTail = 3

  /// The fewest frames from the key frame behind the stills of a beginning to the next key frame.
  ///
  /// With 1, 2, 3 and 5 OpenH264's decoder shows pictures out of order; with 4 and with 6 to 13 it was right.
  private static let fewestAfterStills = 8

  /// Opens an encoder.
  ///
  /// - Parameters:
  ///   - configuration: What is encoded and how.
  ///   - segment: Which segment of a film this encodes, from 0.
  /// - Throws: `MovieError.encoderMissing`, `InvalidValue` for what the encoder cannot do, or `FFmpegError`.
  init(_ configuration: VideoConfiguration, segment: Int = 0) throws {
    let name = try H264Encoder.choose(wanted: configuration.encoder)
    let skipsStills = configuration.stills == .skip && name == "libx264"
    EncoderTeardown.wait()
    encoder = try VideoEncoder(configuration, leavesRoomForStills: skipsStills)
    woven = try Packet()
    patience =
      configuration.delay == .none
      ? min(Self.longestHold, max(1, configuration.frameRate.frameCount(seconds: 0.4))) : Self.longestHold
    keyframeInterval = min(configuration.keyframeInterval, StillWeaver.maximumRun)
    hasBFrames = name == "libx264" && VideoEncoder.hasBFrames(configuration, leavesRoomForStills: skipsStills)
    let parameterSets = encoder.parameterSets
    opening =
      hasBFrames
      ? try Self.rethrow { () throws(H264Error) in try HeldOpening(parameterSets: parameterSets) } : nil
    if skipsStills {
      weaver = try Self.rethrow { () throws(H264Error) in
        try StillWeaver(parameterSets: parameterSets, segment: segment)
      }
    }
  }

  /// Copies the stream's parameters to the container.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters)
    guard let bytes = weaver?.parameterSets ?? opening?.parameterSets else { return }
    let data = try check(av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)), "av_mallocz")
    data.copyMemory(from: bytes, byteCount: bytes.count)
    av_freep(&parameters.pointee.extradata)
    parameters.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(bytes.count)
  }

  /// Encodes the picture of a frame; the one before must be flushed.
  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    precondition(pending == nil, "a picture was not flushed")
    if weaver == nil, !hasBFrames || index > 0 {
      try encodePlainly(picture, index: index, to: body)
    } else {
      pending = Pending(index: index, followsStill: index > 0 && lastStill == index - 1)
    }
  }

  /// Repeats the picture of the frame before.
  func repeatFrame(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    if weaver == nil {
      // The first picture waits until it is known for how long it is held, or the next key frame is due.
      if pending != nil {
        if index < keyframeInterval { return openingStills += 1 }
        try flush(picture, to: body)
      }
      return try encodePlainly(picture, index: index, to: body)
    }
    // The pending picture may become a key frame now that it is repeated.
    let last = pending.map { $0.isRepeated || isDue($0.index) ? $0.index : keyframe } ?? keyframe
    if index - last >= keyframeInterval {
      try flush(picture, to: body)
      pending = Pending(index: index, followsStill: true, isRepeated: true)
      return
    }
    lastStill = index
    weaver?.addStill(index)
    if let pending, index - pending.index >= patience { try flush(picture, to: body) }
    try weaveStills(to: body)
  }

  /// Encodes the pending picture, so that the planes may change.
  func flush(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    guard let pending = pending.take() else { return }
    if weaver == nil { return try open(picture, to: body) }
    let (index, followsStill) = (pending.index, pending.followsStill)
    let stills = max(0, lastStill - index)
    let isKey = pending.isRepeated || isDue(index)
    if isKey { keyframe = index }
    sent.append(index)
    try encoder.encode(
      picture, index: firstSent + sent.count - 1, as: isKey ? .key : .any,
      qualityOffset: pending.isRepeated ? 0 : Self.qualityOffset(stills: stills, followsStill: followsStill)
    ) { try emit($0, to: body) }
  }

  /// Encodes the first picture of a film with B-frames, and the frames that repeat it.
  private func open(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    // The second key frame costs more than some copies. If a third one came soon, OpenH264's decoder would show pictures out of order.
    let left = keyframeInterval - (openingStills + 1)
    if openingStills >= Self.longestHold, left == 0 || left >= Self.fewestAfterStills { heldStills = openingStills }
    try encoder.encode(
      picture, index: 0, as: .key, qualityOffset: Self.qualityOffset(stills: heldStills, followsStill: false)
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

  /// Whether the last key frame is too long ago; the encoder counts only its own pictures and would not know.
  private func isDue(_ index: Int) -> Bool { index - keyframe >= keyframeInterval }

  /// Lets the encoder see that the last picture, if it is a still by now, is held on in the segment that follows; only `finish` may follow.
  ///
  /// x264 gives a picture more bits the more pictures of its lookahead copy from it, and also those from which that picture copies.
  /// At the end of a segment the lookahead is empty, and a still there would be the worst of all, though it is shown for long. So the
  /// encoder gets it some times more. What comes of these is dropped.
  func holdOn(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
    guard weaver != nil, !isHeldOn, let last = sent.last, lastStill > last else { return }
    isHeldOn = true
    // `emit` may forget pictures that were sent long ago, which moves both of these.
    let end = firstSent + sent.count
    for copy in 0..<Self.heldCopies {
      try encoder.encode(picture, index: end + copy) { try emit($0, to: body) }
    }
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try flush(picture, to: body)
    try encoder.finish { try emit($0, to: body) }
  }

  /// Returns how far the quantiser of a picture is lowered for the stills that repeat it.
  ///
  /// x264 would lower it itself if it saw them, by up to 2 log₂ of the number of times a block is reused (its macroblock tree).
  /// The factors are measured: with them repeated pictures are as good as x264's own, in fewer bytes. A picture at the end
  /// of a movement needs less, because it inherits from good pictures, and a repeated key frame nothing: it is only a copy.
  static func qualityOffset(stills: Int, followsStill: Bool) -> Double {
    stills == 0 ? 0 : (followsStill ? 1.8 : 1) * log2(Double(1 + min(stills, longestHold)))
  }

  /// Emits a packet of the encoder, and the stills that waited for it.
  private func emit(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    guard weaver != nil else { return try emitPlainly(packet, to: body) }
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
    let result = try Self.rethrow { () throws(H264Error) in try weaver?.weave(bytes, index: index) ?? bytes }
    try emit(result, index: index, flags: source.flags, to: body)
    try weaveStills(to: body)
  }

  /// Emits a packet of a film without skipped pictures, and behind the first one the stills of its beginning.
  private func emitPlainly(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    guard heldStills > 0 else { return try body(packet) }
    let isFirst = packet.pointer.pointee.pts == 0
    if !isFirst { packet.pointer.pointee.pts += Int64(heldStills) }
    packet.pointer.pointee.dts = nextDecodingTime()
    try body(packet)
    guard isFirst else { return }
    for still in 1...heldStills {
      try emit(opening?.still(still) ?? [], index: still, decoding: nextDecodingTime(), flags: 0, to: body)
    }
  }

  /// Returns when the next packet is decoded.
  ///
  /// An encoder that gets fewer pictures than it holds back counts as if it held none back, and the segment behind would begin too early.
  private func nextDecodingTime() -> Int64 {
    defer { packetCount += 1 }
    return Int64(packetCount - encoder.reorderDelay)
  }

  /// Forgets frames that were emitted long ago; the encoder holds fewer than 512 at any time.
  private func forgetSent() {
    guard sent.count >= 2048 else { return }
    sent.removeFirst(1024)
    firstSent += 1024
  }

  private func weaveStills(to body: (borrowing Packet) throws -> Void) throws {
    while let still = try Self.rethrow({ () throws(H264Error) in try weaver?.nextStill() }) {
      try emit(still.bytes, index: still.index, flags: AV_PKT_FLAG_DISPOSABLE, to: body)
    }
  }

  private func emit(
    _ bytes: [UInt8], index: Int, decoding: Int64? = nil, flags: Int32, to body: (borrowing Packet) throws -> Void
  ) throws {
    let packet = woven.pointer
    av_packet_unref(packet)
    try check(av_new_packet(packet, Int32(bytes.count)), "av_new_packet")
    packet.pointee.data.update(from: bytes, count: bytes.count)
    packet.pointee.flags = flags
    packet.pointee.pts = Int64(index)
    packet.pointee.dts = decoding ?? Int64(index)
    packet.pointee.duration = 1
    try body(woven)
  }

  /// Turns the weaver's error into an encoder's error.
  private static func rethrow<R>(_ body: () throws(H264Error) -> R) throws(FFmpegError) -> R {
    do {
      return try body()
    } catch {
      throw FFmpegError(.invalidData, operation: "weaving of stills, since \(error)")
    }
  }
}
