import ReelGeometry

/// The format of a film that is streamed, for example to a pipe, while it is made.
public enum StreamFormat: String, CaseIterable, Hashable, Sendable {
  /// A fragmented MP4, in pieces of a second at most.
  case mp4
  /// Matroska, in clusters of a second at most.
  case mkv
  /// YUV4MPEG2: uncompressed pictures, each with a short header, which `ffmpeg`, `mpv` and most encoders read.
  case y4m
  /// Only the planes of the pictures; the reader has to know size, rate and pixel format.
  case raw

  /// Whether pictures are compressed by an encoder.
  var isEncoded: Bool { self == .mp4 || self == .mkv }
}
