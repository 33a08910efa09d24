import CReelFFmpeg

/// The pixel format of a movie.
public enum PixelFormat: String, CaseIterable, Hashable, Sendable {
  /// One colour for each square of four pixels, which every player supports. Both sides must be even.
  case yuv420p
  /// A colour for each pixel: thin coloured lines stay sharp, but browsers and phones do not play it.
  case yuv444p
  /// As `yuv420p`, in 10 bits: gradients without steps.
  case yuv420p10
  /// One colour for two pixels in a row. The width must be even.
  case yuv422p
  /// As `yuv422p`, in 10 bits: what editors are used to.
  case yuv422p10
  /// As `yuv444p`, in 10 bits.
  case yuv444p10
  /// As `yuv420p`, with transparency.
  case yuva420p
  /// As `yuv444p`, in 10 bits, with transparency.
  case yuva444p10
  /// Blue, green, red and transparency as they were drawn: nothing is converted.
  case bgra

  /// The format by its number in FFmpeg; the bytes of samples of more than 8 bits are in the order of this machine.
  var native: AVPixelFormat { av_get_pix_fmt(rawValue) }

  /// Whether pixels may be transparent.
  public var hasAlpha: Bool { self == .yuva420p || self == .yuva444p10 || self == .bgra }

  /// Whether tiles of it are converted by Reel itself; other formats go through swscale, picture by picture.
  public var isTiled: Bool { self == .yuv420p || self == .yuv444p }

  /// The columns that share a colour.
  var columns: Int {
    switch self {
    case .yuv420p, .yuv420p10, .yuv422p, .yuv422p10, .yuva420p: 2
    case .yuv444p, .yuv444p10, .yuva444p10, .bgra: 1
    }
  }

  /// The rows that share a colour.
  var rows: Int {
    switch self {
    case .yuv420p, .yuv420p10, .yuva420p: 2
    case .yuv422p, .yuv422p10, .yuv444p, .yuv444p10, .yuva444p10, .bgra: 1
    }
  }
}
