import CReelFFmpeg
import ReelCanvas
import ReelGeometry

/// Compresses the pictures of a clip segment by segment, each with a fresh encoder; a clip that is never cut is one segment.
///
/// What an encoder gives follows from its pictures alone, so a segment is the same whoever compressed those before it.
struct SegmentedClipEncoder: ~Copyable {
  /// Where the clip is cut; nil for one that is not.
  let segments: FilmSegments?

  private let configuration: ClipConfiguration
  private let container: MediaContainer
  private var encoder: ClipEncoder
  /// The picture at which the current segment begins, counted from the first one that was encoded here.
  private var start = 0
  /// The pictures that were taken.
  private var count = 0

  /// Opens the encoder of the first segment.
  ///
  /// - Throws: `ClipError` or `InvalidValue` for what the encoder does not support.
  init(_ configuration: ClipConfiguration, container: MediaContainer) throws {
    self.configuration = configuration
    self.container = container
    encoder = try ClipEncoder(configuration, container: container)
    segments = FilmSegments(clip: configuration, encoderName: encoder.name)
  }

  /// The FFmpeg name of the encoder.
  var name: String { encoder.name }
  /// The pixel format of the pictures, by its FFmpeg name.
  var pixelFormat: String { encoder.pixelFormat }
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
    let (format, matrix, transfer) = (encoder.pixelFormat, encoder.matrix, configuration.transfer)
    if configuration.fields != .progressive {
      return try RawPicture(fieldsOf: bitmap, format: format, matrix: matrix, transfer: transfer)
    }
    return try RawPicture(bitmap, format: format, matrix: matrix, transfer: transfer)
  }

  /// Compresses a picture of the encoder's pixel format, and passes on every packet that is ready, with its times in pictures.
  mutating func encode(_ picture: RawPicture, to body: (borrowing Packet) throws -> Void) throws {
    if count - start == segments?.length {
      try finish(to: body)
      encoder = try ClipEncoder(configuration, container: container)
      start = count
    }
    count += 1
    let start = start
    try encoder.encode(picture) { try Self.emit($0, from: start, to: body) }
  }

  /// Emits the remaining packets; nothing can be encoded afterwards.
  func finish(to body: (borrowing Packet) throws -> Void) throws {
    try encoder.finish { try Self.emit($0, from: start, to: body) }
  }

  /// Passes on a packet of the segment that begins at a picture.
  private static func emit(
    _ packet: borrowing Packet, from start: Int, to body: (borrowing Packet) throws -> Void
  ) throws {
    if start > 0 {
      if packet.pointer.pointee.pts == 0 { EncoderNote.remove(from: packet) }
      packet.pointer.pointee.pts += Int64(start)
      packet.pointer.pointee.dts += Int64(start)
    }
    try body(packet)
  }
}
