import ReelFiles

extension OutputDraft {
  /// Returns the output error for a muxer's failure, which means that its bytes were not accepted.
  package func failure(_ error: FFmpegError) -> OutputError { failure(reason: error.reason) }
}
