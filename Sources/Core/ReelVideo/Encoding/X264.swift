import CReelFFmpeg

/// The settings of every use of libx264.
enum X264 {
  /// The parameters that make the stream the same in every run.
  ///
  /// If the width is not a multiple of 128, the AVX-512 code of x264 (seen in build 164) reads uninitialized memory
  /// in its lookahead, and the stream differs from run to run (presets veryfast and faster). Its AVX2 code gives the
  /// same stream where the AVX-512 code is right, and takes no more time. Every processor with AVX-512 has these four.
  ///
  /// It is asked once: `CommonProcessor` lets FFmpeg see less for a moment.
  static let repeatable: [String] =
    av_get_cpu_flags() & AV_CPU_FLAG_AVX512 != 0 ? ["asm=AVX2,FMA3,BMI2,LZCNT"] : []
}
