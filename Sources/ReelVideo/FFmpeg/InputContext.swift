import CReelFFmpeg
import ReelFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Owns an `AVFormatContext` that reads a movie.
struct InputContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>
  /// What a source without a file is read through; nil for files.
  private let custom: UnsafeMutablePointer<AVIOContext>?
  /// The source without a file, as long as FFmpeg may ask it.
  private let reader: FragmentReader?

  /// Opens a file and reads its header.
  ///
  /// - Parameters:
  ///   - format: The FFmpeg name of the demuxer, or nil to detect it.
  ///   - options: The demuxer's options.
  ///   - byteCount: The bytes from the start that are read, as if the file ended there; nil for all.
  init(
    path: String, format: String? = nil, options: [String: String] = [:], byteCount: Int? = nil
  ) throws(FFmpegError) {
    FFmpegLog.applyDefault()
    var context: UnsafeMutablePointer<AVFormatContext>?
    var dictionary: OpaquePointer?
    for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
    defer { av_dict_free(&dictionary) }
    // The protocol is named, so that a colon or a percent sign in the path has no meaning of its own.
    let url = (byteCount.map { "subfile,,start,0,end,\($0),,:" } ?? "") + "file:" + path
    let demuxer = format ?? (Self.isTransportStream(path) ? "mpegts" : nil)
    let status = avformat_open_input(&context, url, demuxer.flatMap { av_find_input_format($0) }, &dictionary)
    try check(status, "avformat_open_input")
    pointer = try check(context, "avformat_open_input")
    (custom, reader) = (nil, nil)
  }

  /// Whether a file is an MPEG transport stream by its name and its first two packets: FFmpeg takes one of a few packets, such as a short
  /// segment, for a program stream.
  private static func isTransportStream(_ path: String) -> Bool {
    let packet = 188
    guard path.hasSuffix(".ts"), let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: packet + 1)
    return fread(&bytes, 1, bytes.count, file) == bytes.count && bytes[0] == 0x47 && bytes[packet] == 0x47
  }

  /// The FFmpeg name of the demuxer of MP4 and QuickTime, in which unfinished films are.
  ///
  /// Naming it spares FFmpeg asking every demuxer that it knows, which takes a millisecond or two.
  static let fragmented = "mov"

  /// Opens a fragmented movie that comes from another thread, and reads its header.
  ///
  /// The corresponding C function is `avio_alloc_context`.
  init(reading reader: FragmentReader) throws(FFmpegError) {
    FFmpegLog.applyDefault()
    let size = 1 << 16
    let buffer = try check(av_malloc(size), "av_malloc")
    let file = avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), Int32(size), 0, Unmanaged.passUnretained(reader).toOpaque(),
      { opaque, bytes, count in
        guard let opaque, let bytes else { return reel_error_end_of_stream() }
        let reader = Unmanaged<FragmentReader>.fromOpaque(opaque).takeUnretainedValue()
        let read = reader.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
        return read > 0 ? Int32(read) : reel_error_end_of_stream()
      }, nil, nil)
    guard let file else {
      av_free(buffer)
      throw FFmpegError(.outOfMemory, operation: "avio_alloc_context")
    }
    var context: UnsafeMutablePointer<AVFormatContext>? = avformat_alloc_context()
    context?.pointee.pb = file
    // A failure frees the context and not its file.
    let status = avformat_open_input(&context, nil, av_find_input_format(Self.fragmented), nil)
    guard status >= 0, let context else {
      Self.free(file)
      throw FFmpegError(.init(rawValue: status), operation: "avformat_open_input")
    }
    (pointer, custom, self.reader) = (context, file, reader)
  }

  private static func free(_ file: UnsafeMutablePointer<AVIOContext>) {
    av_freep(&file.pointee.buffer)
    var file: UnsafeMutablePointer<AVIOContext>? = file
    avio_context_free(&file)
  }

  /// Refuses what might never answer before it is opened; inherited streams are read as they arrive.
  ///
  /// - Throws: `MovieError.unreadable` for a pipe, a device or a socket.
  static func requireFile(_ path: String) throws(MovieError) {
    guard !BoundedFile.isStream(path), let kind = OutputFile.kind(at: path), kind != OutputFile.folderKind else {
      return
    }
    throw .unreadable(path: path, reason: "it is \(kind)")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&pointer)
    if let custom { Self.free(custom) }
  }

  /// Reads the next packet, which replaces the one before; false at the end.
  func read(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
    av_packet_unref(packet.pointer)
    let status = av_read_frame(pointer, packet.pointer)
    if status == FFmpegError.Code.endOfStream.rawValue { return false }
    try check(status, "av_read_frame")
    return true
  }
}
