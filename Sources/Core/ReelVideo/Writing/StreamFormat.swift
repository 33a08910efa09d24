import ReelGeometry

/// The format of a film that is streamed while it is made, for example to a pipe.
public enum StreamFormat: String, CaseIterable, Hashable, Sendable {
  /// A fragmented MP4, in pieces of at most a second.
  case mp4
  /// Matroska, in clusters of at most a second.
  case mkv
  /// YUV4MPEG2: uncompressed pictures, each with a short header, readable by `ffmpeg`, `mpv` and most encoders.
  case y4m
  /// Only the planes of the pictures; the reader must know size, rate and pixel format.
  case raw

  /// Whether pictures are compressed by an encoder.
  var isEncoded: Bool { self == .mp4 || self == .mkv }
}
