import CReelFFmpeg
import Synchronization

/// Makes FFmpeg compute the same bits on every processor of an architecture.
///
/// Its code for newer processors adds up floating-point numbers in another order, so that sound has other bits. A codec, a resampler or a
/// scaler chooses its code when it is opened.
enum BaselineProcessor {
  private static let lock = Mutex(())

  /// The processor extensions that FFmpeg uses, a bit for each.
  static var extensions: Int32 { av_get_cpu_flags() }

  /// The extensions that every x86-64 processor has: the baseline.
  static let baseline = AV_CPU_FLAG_MMX | AV_CPU_FLAG_MMXEXT | AV_CPU_FLAG_SSE | AV_CPU_FLAG_SSE2 | AV_CPU_FLAG_CMOV

  /// Opens something that may use only what all processors of the architecture have: SSE2 on x86-64.
  ///
  /// The choice counts for all of FFmpeg as long as `body` runs, which returns its status. The corresponding C function is
  /// `av_force_cpu_flags`.
  static func open(_ body: () -> Int32) -> Int32 {
    #if arch(x86_64)
      // x264's parameters depend on the real processor.
      _ = EncoderSettings.x264Repeatable
      return lock.withLock { _ in
        let all = extensions
        av_force_cpu_flags(all & baseline)
        defer { av_force_cpu_flags(all) }
        return body()
      }
    #else
      return body()
    #endif
  }

  /// Opens something with the fastest code, while nothing else is opened with the common one; returns its status.
  static func openFast(_ body: () -> Int32) -> Int32 { lock.withLock { _ in body() } }
}
