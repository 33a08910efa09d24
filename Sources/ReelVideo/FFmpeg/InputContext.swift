import CReelFFmpeg

/// Owns an `AVFormatContext` that reads a movie.
struct InputContext: ~Copyable {
  let pointer: UnsafeMutablePointer<AVFormatContext>

  /// Opens a file and reads its header.
  init(path: String) throws(FFmpegError) {
    FFmpegLog.applyDefault()
    var context: UnsafeMutablePointer<AVFormatContext>?
    // The protocol is named, so that a colon or a percent sign in the path has no meaning of its own.
    try check(avformat_open_input(&context, "file:" + path, nil, nil), "avformat_open_input")
    pointer = try check(context, "avformat_open_input")
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVFormatContext>? = pointer
    avformat_close_input(&pointer)
  }
}
