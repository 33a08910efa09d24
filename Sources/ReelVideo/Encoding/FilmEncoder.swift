import CReelFFmpeg

/// Compresses a film picture by picture: moving ones with an encoder, stills by weaving skipped pictures in.
///
/// Packets leave in the order of decoding, one for each frame, with timestamps of a constant rate.
///
/// A picture goes to the encoder when the frame after it is known, since a picture that a still repeats has to be a
/// reference. Its planes must stay as they are until then: see `settle`.
///
/// Why B-frames are kept: a still is a picture that no other refers to, as most B-frames are, and not a link in the chain
/// of references. So the encoder's own counting stays true, a film in which everything moves is coded as ever, and
/// nobody has to guess whether there will be stills. Without B-frames such a film would be a fifth larger.
final class FilmEncoder {
  /// The FFmpeg name of the encoder that is used.
  var name: String { encoder.name }
  /// The time of one frame: the unit of every timestamp.
  var timeBase: AVRational { encoder.timeBase }

  private let encoder: VideoEncoder
  private let keyframeInterval: Int
  private let woven: Packet
  private var weaver: StillWeaver?
  /// The frame whose picture was handed over but not encoded yet.
  private var pending: Int?
  /// The last frame that is known to be a key frame.
  private var keyframe = 0
  /// The last frame that was a still.
  private var still = -1

  /// Opens an encoder.
  ///
  /// - Throws: `MovieError.encoderMissing`, `InvalidValue` for what the encoder cannot do, or `FFmpegError`.
  init(_ configuration: VideoConfiguration) throws {
    let name = try H264Encoder.choose(wanted: configuration.encoder)
    let skipsStills = configuration.stills == .skip && name == "libx264"
    let encoder = try VideoEncoder(configuration, leavesRoomForStills: skipsStills)
    woven = try Packet()
    weaver = skipsStills ? try Self.rethrow { () throws(H264Error) in try StillWeaver(parameterSets: encoder.parameterSets) } : nil
    keyframeInterval = min(configuration.keyframeInterval, StillWeaver.maximumRun)
    self.encoder = encoder
  }

  /// Copies what a container has to know about the stream.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters)
    guard let bytes = weaver?.parameterSets else { return }
    let padding = Int(AV_INPUT_BUFFER_PADDING_SIZE)
    let data = try check(av_mallocz(bytes.count + padding), "av_mallocz")
    data.copyMemory(from: bytes, byteCount: bytes.count)
    av_freep(&parameters.pointee.extradata)
    parameters.pointee.extradata = data.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(bytes.count)
  }

  /// Takes the picture of a frame; the one before must be settled.
  func encode(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    precondition(pending == nil, "a picture was not settled")
    if weaver == nil {
      try encoder.encode(picture, index: index, to: body)
    } else {
      pending = index
    }
  }

  /// Takes a frame whose picture is that of the frame before.
  func hold(_ picture: borrowing VideoFrame, index: Int, to body: (borrowing Packet) throws -> Void) throws {
    if weaver == nil { return try encoder.encode(picture, index: index, to: body) }
    try settle(picture, as: .forward, to: body)
    still = index
    if index - keyframe >= keyframeInterval {
      try send(picture, index: index, as: .key, to: body)
    } else {
      weaver?.addStill(index)
      try weaveStills(to: body)
    }
  }

  /// Makes sure that the planes are no longer needed: they may change now.
  func settle(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try settle(picture, as: .any, to: body)
  }

  /// Hands on the packets that are still inside; nothing can be encoded afterwards.
  func finish(_ picture: borrowing VideoFrame, to body: (borrowing Packet) throws -> Void) throws {
    try settle(picture, as: .any, to: body)
    try encoder.finish { try handOn($0, to: body) }
  }

  private func settle(
    _ picture: borrowing VideoFrame, as kind: VideoEncoder.PictureKind, to body: (borrowing Packet) throws -> Void
  ) throws {
    guard let index = pending.take() else { return }
    // The encoder counts its own pictures and sees to it that key frames come in time; it knows nothing of stills.
    let isDue = index - keyframe >= keyframeInterval && still > keyframe
    try send(picture, index: index, as: isDue || index == 0 ? .key : kind, to: body)
  }

  private func send(
    _ picture: borrowing VideoFrame, index: Int, as kind: VideoEncoder.PictureKind,
    to body: (borrowing Packet) throws -> Void
  ) throws {
    if kind == .key { keyframe = index }
    try encoder.encode(picture, index: index, as: kind) { try handOn($0, to: body) }
  }

  /// Hands on a packet of the encoder, and the stills that were waiting for it.
  private func handOn(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    guard weaver != nil else { return try body(packet) }
    let source = packet.pointer.pointee
    let index = Int(source.pts)
    if source.flags & AV_PKT_FLAG_KEY != 0 { keyframe = max(keyframe, index) }
    let bytes = Array(UnsafeBufferPointer(start: source.data, count: Int(source.size)))
    let result = try Self.rethrow { () throws(H264Error) in try weaver?.weave(bytes, index: index) ?? bytes }
    try handOn(result, index: index, flags: source.flags, to: body)
    try weaveStills(to: body)
  }

  private func weaveStills(to body: (borrowing Packet) throws -> Void) throws {
    while let still = try Self.rethrow({ () throws(H264Error) in try weaver?.nextStill() }) {
      try handOn(still.bytes, index: still.index, flags: AV_PKT_FLAG_DISPOSABLE, to: body)
    }
  }

  private func handOn(
    _ bytes: [UInt8], index: Int, flags: Int32, to body: (borrowing Packet) throws -> Void
  ) throws {
    let packet = woven.pointer
    av_packet_unref(packet)
    try check(av_new_packet(packet, Int32(bytes.count)), "av_new_packet")
    packet.pointee.data.update(from: bytes, count: bytes.count)
    packet.pointee.flags = flags
    packet.pointee.pts = Int64(index)
    // Decoding is as many frames ahead as the order needs, at the same rate.
    packet.pointee.dts = Int64((weaver?.count ?? 0) - 1 - encoder.reorderDelay)
    packet.pointee.duration = 1
    try body(woven)
  }

  /// Turns what the weaver did not understand into the error of an encoder.
  private static func rethrow<R>(_ body: () throws(H264Error) -> R) throws(FFmpegError) -> R {
    do {
      return try body()
    } catch {
      throw FFmpegError(.invalidData, operation: "weaving of stills, since \(error)")
    }
  }
}
