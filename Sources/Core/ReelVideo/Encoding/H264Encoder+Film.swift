import CReelFFmpeg
import ReelPlatform

extension H264Encoder {
  /// Opens an encoder for a film, or for a segment of one.
  ///
  /// A film has either B-frames or skipped pictures; `VideoConfiguration.stills` says which. OpenH264's decoder has room
  /// for two pictures in addition to the references. After the first B-frame it holds two pictures back until the end of the
  /// stream. If one of them is not a reference, as a skipped picture is not, there is no room for the next one, and neither a
  /// key frame nor a new parameter set frees any. Only at the start of a segment can a film with B-frames have stills too: see
  /// `OpeningStills`.
  ///
  /// - Parameters:
  ///   - configuration: What is encoded and how.
  ///   - segment: Which segment of a film this encodes, from 0.
  /// - Throws: `MovieError.encoderMissing`, `InvalidValue` for what the encoder cannot do, or `FFmpegError`.
  static func open(_ configuration: VideoConfiguration, segment: Int = 0) throws -> any SegmentCompressor {
    let name = try choose(wanted: configuration.encoder)
    EncoderTeardown.wait()
    guard name == "libx264" else { return try PlainFilmEncoder(configuration, hasBFrames: false) }
    if configuration.stills == .skip { return try WovenFilmEncoder(configuration, segment: segment) }
    // One with B-frames takes more: what the segment before left is not always used again, and would come on top.
    reel_return_freed_memory()
    return try PlainFilmEncoder(configuration, hasBFrames: configuration.hasBFrames)
  }

  /// x264's lookahead with the preset `veryfast`: repeating a picture longer does not raise its quality.
  static let longestHold = 10

  /// Returns how far the quantiser of a picture is lowered for the stills that repeat it.
  ///
  /// x264 would lower it itself if it saw them, by up to 2 log₂ of the number of times a block is reused (its macroblock tree).
  /// The factors are measured (docs/decisions.md). A repeated key frame needs nothing: it is only a copy.
  ///
  /// - Parameter movement: The share of the picture that changed with each of the last pictures; see `MovementMeter`.
  static func qualityOffset(stills: Int, followsStill: Bool, movement: Double) -> Double {
    let needsMore = followsStill || movement > 1.0 / 8
    return stills == 0 ? 0 : (needsMore ? 1.8 : 1) * log2(Double(1 + min(stills, longestHold)))
  }
}

/// A packet whose bytes do not come from the encoder.
struct MadePacket: ~Copyable {
  private let packet: Packet

  init() throws(FFmpegError) { packet = try Packet() }

  /// Hands on bytes as the packet of a frame.
  func emit(
    _ bytes: [UInt8], index: Int, decoding: Int64? = nil, flags: Int32, to body: (borrowing Packet) throws -> Void
  ) throws {
    let pointer = packet.pointer
    av_packet_unref(pointer)
    try check(av_new_packet(pointer, Int32(bytes.count)), "av_new_packet")
    pointer.pointee.data.update(from: bytes, count: bytes.count)
    pointer.pointee.flags = flags
    pointer.pointee.pts = Int64(index)
    pointer.pointee.dts = decoding ?? Int64(index)
    pointer.pointee.duration = 1
    try body(packet)
  }
}

extension H264Error {
  /// Turns an error in the bit stream into one of the encoder.
  static func explained<R>(_ body: () throws(H264Error) -> R) throws(FFmpegError) -> R {
    do {
      return try body()
    } catch {
      throw FFmpegError(.invalidData, operation: "weaving of stills, since \(error)")
    }
  }
}
