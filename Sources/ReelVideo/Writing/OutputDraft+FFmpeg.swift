import ReelFiles

extension OutputDraft {
  /// Returns what a failure of a muxer, which only fails where its bytes are not taken, means for the file.
  func failure(_ error: FFmpegError) -> OutputError { failure(reason: error.reason) }
}
