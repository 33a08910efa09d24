import CReelFFmpeg

/// How the colours of a movie are stored.
public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
  /// One colour for each square of four pixels; every player shows it. Both sides must be even.
  case yuv420p
  /// A colour for each pixel: thin coloured lines stay sharp, but browsers and phones refuse it.
  case yuv444p

  var native: AVPixelFormat {
    switch self {
    case .yuv420p: AV_PIX_FMT_YUV420P
    case .yuv444p: AV_PIX_FMT_YUV444P
    }
  }
}
