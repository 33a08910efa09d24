import CReelFFmpeg

/// Owns a `SwrContext`: the conversion of sound to interleaved floats at another rate and channel count.
struct ResamplerContext: ~Copyable {
  private let pointer: OpaquePointer
  /// The number of output channels.
  private let channels: Int

  private init(adopting pointer: OpaquePointer, channels: Int) {
    self.pointer = pointer
    self.channels = channels
  }

  /// Prepares the conversion for frames with the form of a given one.
  ///
  /// The corresponding C function is `swr_alloc_set_opts2`.
  static func make(
    like frame: borrowing VideoFrame, channels: Int, sampleRate: Int
  ) throws(FFmpegError) -> ResamplerContext {
    let native = frame.pointer
    var pointer: OpaquePointer?
    let status = BaselineProcessor.open {
      pointer = reel_resampler_make(native, Int32(channels), Int32(sampleRate))
      guard let pointer else { return 0 }
      // Floats have room above 1, so libswresample would let the sum of six equal channels be twice as loud.
      av_opt_set_double(UnsafeMutableRawPointer(pointer), "rematrix_maxval", 1, 0)
      return swr_init(pointer)
    }
    guard status == 0, let pointer else { throw FFmpegError(.invalidArgument, operation: "swr_alloc_set_opts2") }
    return ResamplerContext(adopting: pointer, channels: channels)
  }

  deinit {
    var pointer: OpaquePointer? = pointer
    swr_free(&pointer)
  }

  /// Converts a frame, and appends the samples that are ready.
  ///
  /// The corresponding C function is `swr_convert`.
  func convert(_ frame: borrowing VideoFrame, into samples: inout [Float]) throws(FFmpegError) {
    try convert(frame.pointer, into: &samples)
  }

  /// Appends the samples still buffered, at the end.
  func finish(into samples: inout [Float]) throws(FFmpegError) { try convert(nil, into: &samples) }

  private func convert(_ frame: UnsafePointer<AVFrame>?, into samples: inout [Float]) throws(FFmpegError) {
    let most = max(0, Int(swr_get_out_samples(pointer, frame?.pointee.nb_samples ?? 0)))
    var status: Int32 = 0
    let channels = channels
    let made = [Float](unsafeUninitializedCapacity: max(1, most * channels)) { buffer, filled in
      status = reel_resampler_convert(pointer, buffer.baseAddress, Int32(most), frame)
      filled = max(0, Int(status)) * channels
    }
    try check(status, "swr_convert")
    samples += made
  }
}
