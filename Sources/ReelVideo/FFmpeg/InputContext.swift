import CReelFFmpeg

/// Owns an `AVFormatContext` that reads a movie.
struct InputContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>

  /// Opens a file and reads its header.
  ///
  /// - Parameters:
  ///   - format: The FFmpeg name of the reader, or nil to find it out from the file.
  ///   - options: What the reader is told.
  init(path: String, format: String? = nil, options: [String: String] = [:]) throws(FFmpegError) {
    FFmpegLog.applyDefault()
    var context: UnsafeMutablePointer<AVFormatContext>?
    var dictionary: OpaquePointer?
    for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
    defer { av_dict_free(&dictionary) }
    // The protocol is named, so that a colon or a percent sign in the path has no meaning of its own.
    let status = avformat_open_input(&context, "file:" + path, format.flatMap { av_find_input_format($0) }, &dictionary)
    try check(status, "avformat_open_input")
    pointer = try check(context, "avformat_open_input")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&pointer)
  }
}
