import CReelFFmpeg
import ReelFiles
import ReelGeometry
import ReelTiming

/// Receives the pictures of a film in order, and emits packets of a movie or planes.
///
/// A picture may be kept until the next one comes: its planes must not change until `flush`.
protocol PictureOutput: AnyObject {
  /// The FFmpeg name of the encoder.
  var encoderName: String { get }
  /// The number of bytes written so far.
  var byteCount: Int { get }
  /// The number of frames that would survive a crash.
  var savedFrameCount: Int { get }
  /// The number of packets of pictures so far; 0 for an output without packets.
  var packetCount: Int { get }

  /// Encodes the picture of a frame; the one before must be flushed.
  func encode(_ picture: borrowing VideoFrame, index: Int) throws
  /// Repeats the picture of the frame before.
  func repeatFrame(_ picture: borrowing VideoFrame, index: Int) throws
  /// Encodes the pending picture, so that the planes may change.
  func flush(_ picture: borrowing VideoFrame) throws
  /// Appends a piece of the film that was compressed elsewhere, and returns its length in frames.
  ///
  /// - Throws: `PacketFileError` for a piece that does not fit; `InvalidValue` for an output without packets.
  func append(_ packets: PacketFileReader) throws -> Int
  /// Encodes everything that is pending; `close` comes next.
  func finishEncoding(_ picture: borrowing VideoFrame) throws
  /// Completes the output, and returns its size in bytes.
  func close() throws -> Int
}

/// Receives the packets of a film, and writes a container.
protocol PacketOutput: AnyObject {
  /// The number of bytes written so far.
  var byteCount: Int { get }
  /// The number of frames that would survive a crash.
  var savedFrameCount: Int { get }

  /// Adds a packet.
  ///
  /// - Throws: `FFmpegError` from the muxer, `OutputError` from the sink of its bytes.
  func write(_ packet: borrowing Packet) throws
  /// Adds a packet of sound, with times in samples.
  ///
  /// - Throws: As `write`.
  func writeSound(_ packet: borrowing Packet) throws
  /// Writes pictures that were held back until all are there; a film that breaks off has no gap without them.
  func finishPictures() throws
  /// Writes the end, and returns the size of the whole.
  func finish() throws -> Int
}

extension PacketOutput {
  func finishPictures() {}
}

/// Compresses pictures and puts them into a container.
final class EncodedOutput: PictureOutput {
  let encoderName: String
  /// Nil as soon as it has given its last packet: completing the film takes memory, and this is most of what there is.
  private var encoder: (any FilmCompressor)?
  private let sound: FilmSound?
  private let output: any PacketOutput
  private let path: String
  /// The name and settings of the encoder of the pieces so far; nil before the first one.
  private var encoderNote: String?
  /// The packets of pictures so far, one for each frame.
  private(set) var packetCount = 0
  /// The order of decoding, where a segment may be shorter than the encoder's delay; nil for other encoders.
  private var decodingTimes: DecodingTimes?

  /// - Parameters:
  ///   - sound: what is heard; nil for a silent film.
  ///   - path: names the output in errors.
  init(_ encoder: any FilmCompressor, sound: FilmSound?, to output: any PacketOutput, path: String) {
    self.encoder = encoder
    self.sound = sound
    decodingTimes = encoder is SegmentedEncoder ? DecodingTimes() : nil
    encoderName = encoder.name
    self.output = output
    self.path = path
  }

  var byteCount: Int { output.byteCount }
  var savedFrameCount: Int { output.savedFrameCount }

  func encode(_ picture: borrowing VideoFrame, index: Int) throws {
    try encoder?.encode(picture, index: index) { try write($0) }
  }

  func repeatFrame(_ picture: borrowing VideoFrame, index: Int) throws {
    try encoder?.repeatFrame(picture, index: index) { try write($0) }
  }

  func flush(_ picture: borrowing VideoFrame) throws { try encoder?.flush(picture) { try write($0) } }

  func append(_ packets: PacketFileReader) throws -> Int {
    let first = packetCount
    let parameterSets = try encoder?.parameterSets()
    try packets.copy(from: first, parameterSets: parameterSets, note: &encoderNote) { try write($0) }
    return packetCount - first
  }

  func finishEncoding(_ picture: borrowing VideoFrame) throws {
    try encoder?.finish(picture) { try write($0) }
    try asOutput { try output.finishPictures() }
    EncoderTeardown.begin(encoder.take())
    try sound?.finish(atFrame: packetCount) { try writeSound($0) }
  }

  func close() throws -> Int { try asOutput { try output.finish() } }

  private func write(_ packet: borrowing Packet) throws {
    packet.pointer.pointee.dts = decodingTimes?.next(packet.pointer.pointee.dts) ?? packet.pointer.pointee.dts
    packetCount += 1
    // Sound comes first: what a fragment shows is heard in it.
    try sound?.advance(toFrame: packetCount) { try writeSound($0) }
    try asOutput { try PerformanceTimer.measure("write") { try output.write(packet) } }
  }

  private func writeSound(_ packet: borrowing Packet) throws { try asOutput { try output.writeSound(packet) } }

  /// Turns an error of the muxer, which only fails where its bytes are not taken, into one of the output.
  private func asOutput<R>(_ body: () throws -> R) throws -> R {
    do {
      return try body()
    } catch let error as FFmpegError {
      throw OutputError.writeFailed(path: path, bytesWritten: byteCount, reason: error.reason)
    }
  }
}
