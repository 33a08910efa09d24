import CReelFFmpeg
import ReelFiles
import ReelGeometry
import ReelTiming

/// Owns an `AVFormatContext` that reads a movie: the only way in which FFmpeg reads anything here.
///
/// FFmpeg is given the bytes of one file, and not its path. Files that it names are refused, and no protocol can be reached.
package struct InputContext: ~Copyable {
  package let pointer: UnsafeMutablePointer<AVFormatContext>
  /// The I/O context that FFmpeg reads through; nil for numbered pictures.
  private let bytes: UnsafeMutablePointer<AVIOContext>?
  /// The source without a file, as long as FFmpeg may ask it.
  private let reader: FragmentReader?
  /// The other files that FFmpeg may open.
  private let others: OtherFiles

  /// Opens a file and reads its header.
  ///
  /// - Parameters:
  ///   - format: The FFmpeg name of the demuxer, or nil to detect it.
  ///   - options: The demuxer's options.
  ///   - byteCount: The bytes from the start that are read, as if the file ended there; nil for all.
  package init(
    path: String, format: String? = nil, options: [String: String] = [:], byteCount: Int? = nil
  ) throws(FFmpegError) {
    let file = try MediaFile(path: path, byteCount: byteCount)
    // Some formats are known by the ending of the name, and nothing else of it is FFmpeg's concern.
    let ending = OutputFile.split(path).name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    let isPlain = ending?.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } == true
    try self.init(
      url: "media" + (isPlain ? "." + (ending ?? "") : ""), bytes: file.makeContext(),
      format: format ?? (Self.isTransportStream(path, file) ? "mpegts" : nil), options: options)
  }

  /// Opens a stream, and reads its header.
  ///
  /// - Parameters:
  ///   - stream: Fills a buffer with the next bytes, and returns their number; 0 at the end.
  ///   - format: The FFmpeg name of the demuxer, or nil to detect it.
  ///   - options: The demuxer's options.
  package init(
    stream: @escaping (UnsafeMutableRawBufferPointer) -> Int, format: String?, options: [String: String]
  ) throws(FFmpegError) {
    try self.init(url: "", bytes: MediaFile(stream).makeContext(), format: format, options: options)
  }

  /// Opens a playlist of HTTP Live Streaming, and reads the header of what it names.
  ///
  /// - Parameter folder: The folder within which everything lies that it names.
  init(playlist path: String, within folder: String) throws(FFmpegError) {
    // One without an end is read from its beginning as far as it goes: FFmpeg would begin near its end, as players do, and wait for
    // more for as long as a thousand segments last.
    try self.init(
      url: "file:" + path, bytes: MediaFile(path: path).makeContext(), format: nil,
      options: ["live_start_index": "0", "max_reload": "1"], others: .playlist(FolderBounds([folder])))
  }

  /// Opens numbered pictures, which have no rate of their own.
  init(pictures names: NumberedNames, rate: FrameRate) throws(FFmpegError) {
    try self.init(
      url: "file:" + names.imagePattern, bytes: nil, format: "image2",
      options: ["framerate": rate.description, "pattern_type": "sequence"], others: .pictures(names))
  }

  /// The FFmpeg name of the demuxer of MP4 and QuickTime, in which unfinished films are.
  ///
  /// Naming it spares FFmpeg asking every demuxer that it knows, which takes a millisecond or two.
  static let fragmented = "mov"

  /// Opens a fragmented movie that comes from another thread, and reads its header.
  init(reading reader: FragmentReader) throws(FFmpegError) {
    let bytes = try Self.allocate(
      Unmanaged.passUnretained(reader).toOpaque(), byteCount: 1 << 16,
      { opaque, bytes, count in
        guard let opaque, let bytes else { return reel_error_end_of_stream() }
        let reader = Unmanaged<FragmentReader>.fromOpaque(opaque).takeUnretainedValue()
        let read = reader.read(into: UnsafeMutableRawBufferPointer(start: bytes, count: Int(count)))
        return read > 0 ? Int32(read) : reel_error_end_of_stream()
      }, nil)
    try self.init(url: "", bytes: bytes, format: Self.fragmented, reader: reader)
  }

  /// Opens what comes through `bytes`, which are freed with the value, also where it fails.
  private init(
    url: String, bytes: UnsafeMutablePointer<AVIOContext>?, format: String?, options: [String: String] = [:],
    others allowed: OtherFiles.Allowed = .none, reader: FragmentReader? = nil
  ) throws(FFmpegError) {
    FFmpegLog.applyDefault()
    let others = OtherFiles(allowed)
    var context = avformat_alloc_context()
    do throws(FFmpegError) {
      var demuxer = format.flatMap { av_find_input_format($0) }
      if demuxer == nil, let bytes {
        try check(av_probe_input_buffer2(bytes, &demuxer, url, nil, 0, 0), "av_probe_input_buffer2")
      }
      let found = try check(demuxer, "av_find_input_format")
      try others.check(found)
      let native = try check(context, "avformat_alloc_context")
      FFmpegLog.silence(native)
      native.pointee.pb = bytes
      others.take(over: native)
      var dictionary: OpaquePointer?
      defer { av_dict_free(&dictionary) }
      for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
      // No protocol has this name. QuickTime's references to data in other files are followed, up to where `OtherFiles` refuses them:
      // FFmpeg would leave such tracks empty without a word.
      av_dict_set(&dictionary, "protocol_whitelist", "none", 0)
      for name in ["enable_drefs", "use_absolute_path"] { av_dict_set(&dictionary, name, "1", 0) }
      let status = avformat_open_input(&context, url, found, &dictionary)
      try others.checkOpened(found)
      try check(status, "avformat_open_input")
      pointer = try check(context, "avformat_open_input")
    } catch {
      avformat_close_input(&context)
      if let bytes { Self.close(bytes, releases: reader == nil) }
      throw error
    }
    (self.bytes, self.reader, self.others) = (bytes, reader, others)
  }

  /// Whether a file is an MPEG transport stream by its name and its first two packets: FFmpeg takes one of a few packets, such as a short
  /// segment, for a program stream.
  private static func isTransportStream(_ path: String, _ file: MediaFile) -> Bool {
    let packet = 188
    guard path.hasSuffix(".ts") else { return false }
    let bytes = file.beginning(packet + 1)
    return bytes.count == packet + 1 && bytes[0] == 0x47 && bytes[packet] == 0x47
  }

  /// Makes what FFmpeg reads through functions.
  ///
  /// The corresponding C function is `avio_alloc_context`.
  static func allocate(
    _ opaque: UnsafeMutableRawPointer, byteCount: Int,
    _ read: @escaping @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, Int32) -> Int32,
    _ seek: (@convention(c) (UnsafeMutableRawPointer?, Int64, Int32) -> Int64)?
  ) throws(FFmpegError) -> UnsafeMutablePointer<AVIOContext> {
    let buffer = try check(av_malloc(byteCount), "av_malloc")
    let bytes = buffer.assumingMemoryBound(to: UInt8.self)
    guard let context = avio_alloc_context(bytes, Int32(byteCount), 0, opaque, read, nil, seek) else {
      av_free(buffer)
      throw FFmpegError(.outOfMemory, operation: "avio_alloc_context")
    }
    return context
  }

  /// Frees what FFmpeg read through, and closes its `MediaFile`.
  static func close(_ bytes: UnsafeMutablePointer<AVIOContext>, releases: Bool = true) {
    if releases, let opaque = bytes.pointee.opaque { Unmanaged<MediaFile>.fromOpaque(opaque).release() }
    av_freep(&bytes.pointee.buffer)
    var bytes: UnsafeMutablePointer<AVIOContext>? = bytes
    avio_context_free(&bytes)
  }

  /// Refuses what might never answer before it is opened; inherited streams are read as they arrive.
  ///
  /// - Throws: `MovieError.unreadable` for a pipe, a device or a socket.
  package static func requireFile(_ path: String) throws(MovieError) {
    guard !BoundedFile.isStream(path), let kind = OutputFile.kind(at: path), kind != OutputFile.folderKind else {
      return
    }
    throw .unreadable(path: path, reason: "it is \(kind)")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&pointer)
    if let bytes { Self.close(bytes, releases: reader == nil) }
  }

  /// Reads the next packet, which replaces the one before; false at the end.
  package func read(_ packet: borrowing Packet) throws(FFmpegError) -> Bool {
    av_packet_unref(packet.pointer)
    let status = av_read_frame(pointer, packet.pointer)
    if status == FFmpegError.Code.endOfStream.rawValue { return false }
    try check(status, "av_read_frame")
    return true
  }
}
