import CReelFFmpeg
import ReelFiles
import ReelPlatform
import ReelTiming

/// The pictures of a film, lossless in a temporary file, so that the film can be encoded again with another quality.
///
/// The file has no name, and ends with the process. It blocks; use it from one task at a time.
final class FilmSpool {
  /// A frame, as the writer got it.
  private struct Entry {
    var index: Int
    var span: FrameSpan?
    var isStill: Bool
  }

  private let encoder: VideoEncoder
  private let file: ScratchFile
  private let packets: PacketFileWriter
  private var entries: [Entry] = []
  private var pictureCount = 0

  /// Opens the file in a draft's folder.
  init(_ configuration: VideoConfiguration, in draft: OutputDraft) throws {
    var lossless = configuration
    (lossless.quality, lossless.preset, lossless.limit) = (.lossless, .ultrafast, nil)
    encoder = try VideoEncoder(lossless, leavesRoomForStills: true)
    file = try ScratchFile(in: draft, ending: "spool")
    packets = try PacketFileWriter(to: file.destination, parameterSets: encoder.parameterSets)
  }

  /// Adds a picture.
  func add(_ picture: borrowing VideoFrame, at index: Int, shown span: FrameSpan?) throws {
    entries.append(Entry(index: index, span: span, isStill: false))
    pictureCount += 1
    try encoder.encode(picture, index: pictureCount - 1) { try packets.write($0) }
  }

  /// Adds a frame in which nothing changed.
  func addStill(at index: Int, shown span: FrameSpan?) {
    entries.append(Entry(index: index, span: span, isStill: true))
  }

  /// Ends the file; nothing can be added afterwards.
  func finish() throws {
    try encoder.finish { try packets.write($0) }
    _ = try packets.finish()
  }

  /// The times of the frames, for a film whose frames have times of their own.
  var spans: [FrameSpan] { entries.compactMap(\.span) }

  /// Gives a writer all frames again.
  func replay(into writer: FilmWriter) throws {
    let decoder = try SpoolDecoder(encoder, PacketFileReader(descriptor: file.descriptor, path: file.path))
    for entry in entries {
      if entry.isStill {
        try writer.append(nil as ConvertedTiles?, at: entry.index, shown: entry.span)
      } else {
        try decoder.next()
        try writer.append(decoder.picture, at: entry.index, shown: entry.span)
      }
    }
  }
}

/// A temporary file without a name.
final class ScratchFile {
  let descriptor: Int32
  /// The name of the output, for messages.
  let path: String

  init(in draft: OutputDraft, ending: String) throws(OutputError) {
    let name = draft.path(ending: ending)
    path = draft.output.givenPath
    unlink(name)
    descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw .cannotCreate(path: name, reason: SystemError(errno, "open").reason)
    }
    unlink(name)
  }

  deinit { close(descriptor) }

  var destination: PacketDestination { PacketDestination(descriptor: descriptor, path: path) }
}

/// Decodes the pictures of a spool in order.
private final class SpoolDecoder {
  /// The last picture.
  let picture: VideoFrame
  private let context: CodecContext
  private let packet: Packet
  private let reader: PacketFileReader

  init(_ encoder: borrowing VideoEncoder, _ reader: PacketFileReader) throws {
    let codec = try check(avcodec_find_decoder(AV_CODEC_ID_H264), "avcodec_find_decoder h264")
    context = try CodecContext(codec)
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = try check(
      avcodec_parameters_alloc(), "avcodec_parameters_alloc")
    defer { avcodec_parameters_free(&parameters) }
    if let parameters {
      try encoder.copyParameters(to: parameters)
      try check(avcodec_parameters_to_context(context.pointer, parameters), "avcodec_parameters_to_context")
    }
    try check(avcodec_open2(context.pointer, codec, nil), "avcodec_open2")
    picture = try VideoFrame()
    packet = try Packet()
    self.reader = reader
  }

  /// Decodes the next picture.
  func next() throws {
    while true {
      let status = avcodec_receive_frame(context.pointer, picture.pointer)
      if status != FFmpegError.Code.needsInput.rawValue {
        try check(status, "avcodec_receive_frame")
        return
      }
      let isThere = try reader.read(into: packet)
      try check(avcodec_send_packet(context.pointer, isThere ? packet.pointer : nil), "avcodec_send_packet")
    }
  }
}
