import CReelFFmpeg
import ReelFiles

/// Owns an `AVFormatContext` that reads a movie.
struct InputContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>

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
    let status = avformat_open_input(&context, url, format.flatMap { av_find_input_format($0) }, &dictionary)
    try check(status, "avformat_open_input")
    pointer = try check(context, "avformat_open_input")
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
