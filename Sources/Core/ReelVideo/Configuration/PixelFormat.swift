import CReelFFmpeg

/// The pixel format of a movie.
public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
  /// 4:2:0: one colour for every four pixels, supported by every player. Both sides must be even.
  case yuv420p
  /// 4:4:4: a colour for each pixel. Thin coloured lines stay sharp, but browsers and phones do not play it.
  case yuv444p
  /// 4:2:0 in 10 bits: gradients without steps.
  case yuv420p10
  /// 4:2:2: one colour for every two pixels of a row. The width must be even.
  case yuv422p
  /// 4:2:2 in 10 bits, common in editing.
  case yuv422p10
  /// 4:4:4 in 10 bits.
  case yuv444p10
  /// 4:2:0 with transparency.
  case yuva420p
  /// 4:4:4 in 10 bits, with transparency.
  case yuva444p10
  /// Blue, green, red and alpha as drawn, without conversion.
  case bgra

  /// The format by its number in FFmpeg; samples of more than 8 bits are in this machine's byte order.
  var native: AVPixelFormat { av_get_pix_fmt(rawValue) }

  /// Whether pixels may be transparent.
  public var hasAlpha: Bool { self == .yuva420p || self == .yuva444p10 || self == .bgra }

  /// Whether Reel converts the format tile by tile; other formats go through swscale, picture by picture.
  public var isTiled: Bool { self == .yuv420p || self == .yuv444p }

  /// The number of columns that share a colour.
  var columns: Int {
    switch self {
    case .yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuva420p: 2
    case .yuv444p, .yuv444p10, .yuva444p10, .bgra: 1
    }
  }

  /// The number of rows that share a colour.
  var rows: Int {
    switch self {
    case .yuv420p, .yuv420p10, .yuva420p: 2
    case .yuv422p, .yuv422p10, .yuv444p, .yuv444p10, .yuva444p10, .bgra: 1
    }
  }
}
