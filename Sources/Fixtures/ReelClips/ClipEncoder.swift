import ReelVideo
import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Compresses the pictures of a clip segment by segment, each with a fresh encoder; a clip that is never cut is one segment.
///
/// The output of an encoder follows from its pictures alone, so a segment is the same on any thread or machine.
///
/// Encoders see a constant rate and a clock that counts frames: no codec then fails on gaps, negative times or
/// coarse clocks, and its output does not depend on the timestamps. `FrameTimes` puts the real ones into the packets.
struct ClipEncoder: ~Copyable {
  /// Where the clip is cut; nil for one that is not.
  let segments: FilmSegments?

  private let settings: EncoderSettings
  private var encoder: VideoEncoder
  private let frame: VideoFrame
  /// The picture at which the current segment begins, counted from the first one that was encoded here.
  private var start = 0
  /// The pictures that were taken.
  private var count = 0

  /// Opens the encoder of the first segment.
  ///
  /// - Throws: `ClipError` or `InvalidValue` for what the encoder does not support.
  init(_ configuration: ClipConfiguration, container: MediaContainer) throws {
    let settings = try EncoderSettings(configuration, container: container)
    let encoder = try Self.open(settings)
    let frame = try encoder.makeFrame()
    if settings.fields != .progressive {
      reel_frame_set_fields(frame.pointer, 1, settings.fields == .topFirst ? 1 : 0)
    }
    segments = FilmSegments(clip: configuration, encoderName: settings.name)
    self.settings = settings
    self.encoder = encoder
    self.frame = frame
  }

  private static func open(_ settings: EncoderSettings) throws -> VideoEncoder {
    do {
      return try VideoEncoder(settings)
    } catch let error as FFmpegError where error.operation.hasPrefix("avcodec_open2") {
      throw ClipError.encoderRefused(
        settings.name,
        reason:
          "it does not support \(settings.size) in \(settings.pixelFormat) with these options (\(error.message)): "
          + "choose another size, frame rate, pixel format or quality")
    }
  }

  /// The FFmpeg name of the encoder.
  var name: String { settings.name }
  /// The pixel format of the pictures, by its FFmpeg name.
  var pixelFormat: String { settings.pixelFormat }
  /// How many packets it may hold back to reorder them.
  var reorderDelay: Int { encoder.reorderDelay }

  /// Copies the stream's parameters to the container.
  func copyParameters(to parameters: UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) {
    try encoder.copyParameters(to: parameters)
  }

  /// Returns a bitmap in the encoder's pixel format.
  ///
  /// - Throws: `FFmpegError` for a pixel format that a bitmap cannot be converted to.
  func picture(of bitmap: Bitmap) throws -> RawPicture {
    let (format, matrix, transfer) = (settings.pixelFormat, settings.matrix, settings.transfer)
    if settings.fields != .progressive {
      return try RawPicture(fieldsOf: bitmap, format: format, matrix: matrix, transfer: transfer)
    }
    return try RawPicture(bitmap, format: format, matrix: matrix, transfer: transfer)
  }

  /// Compresses a picture of the encoder's pixel format, and passes on every packet that is ready, with its times in pictures.
  mutating func encode(_ picture: RawPicture, to body: (borrowing Packet) throws -> Void) throws {
    if count - start == segments?.length {
      try finish(to: body)
      encoder = try Self.open(settings)
      start = count
    }
    let index = count - start
    count += 1
    try frame.setBytes(picture.bytes)
    // libaom counts from a forced key frame: the next one must be forced too.
    let isForced = index % settings.keyframeInterval == 0 && name != "libaom-av1"
    try working {
      try encoder.encode(frame, index: index, as: isForced ? .key : .any) { try emit($0, to: body) }
    }
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  func finish(to body: (borrowing Packet) throws -> Void) throws {
    try working { try encoder.finish { try emit($0, to: body) } }
  }

  /// Says that the encoder failed.
  private func working(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as FFmpegError {
      throw ClipError.encodingFailed(encoder: name, reason: "\(error.description): choose other options")
    }
  }

  /// Passes on a packet of the current segment.
  private func emit(_ packet: borrowing Packet, to body: (borrowing Packet) throws -> Void) throws {
    if start > 0 {
      if packet.pointer.pointee.pts == 0 { EncoderNote.remove(from: packet) }
      packet.pointer.pointee.pts += Int64(start)
      packet.pointer.pointee.dts += Int64(start)
    }
    try body(packet)
  }
}

extension ClipEncoder {
  /// Returns what a decoder has to know before the first packet.
  func parameterSets() throws(FFmpegError) -> [UInt8] {
    try ParameterSetBytes.of { parameters throws(FFmpegError) in try copyParameters(to: parameters) }
  }
}
