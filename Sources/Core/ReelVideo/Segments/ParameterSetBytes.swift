import CReelFFmpeg

/// The parameter sets of a stream as FFmpeg passes them to containers (`AVCodecParameters.extradata`).
package enum ParameterSetBytes {
  /// Returns the bytes of an encoder, which copies its parameters.
  package static func of(
    _ copyParameters: (UnsafeMutablePointer<AVCodecParameters>) throws(FFmpegError) -> Void
  ) throws(FFmpegError) -> [UInt8] {
    var parameters: UnsafeMutablePointer<AVCodecParameters>? = avcodec_parameters_alloc()
    defer { avcodec_parameters_free(&parameters) }
    let filled = try check(parameters, "avcodec_parameters_alloc")
    try copyParameters(filled)
    return Array(UnsafeBufferPointer(start: filled.pointee.extradata, count: Int(filled.pointee.extradata_size)))
  }
}

extension FilmCompressor {
  /// Returns what a decoder has to know before the first packet.
  func parameterSets() throws(FFmpegError) -> [UInt8] {
    try ParameterSetBytes.of { parameters throws(FFmpegError) in try copyParameters(to: parameters) }
  }
}
