import ReelGeometry

/// The file format around the compressed pictures.
public enum MovieContainer: String, CaseIterable, Hashable, Sendable {
  /// MPEG-4: what every player and browser shows.
  case mp4
  /// MPEG-4 under the name that Apple's programs use for video.
  case m4v
  /// QuickTime.
  case mov
  /// Matroska. It holds times in whole milliseconds, so that those of rates like 30000/1001 are rounded.
  case mkv

  /// Returns the container that a file's ending names, in capital or small letters.
  ///
  /// - Throws: `InvalidValue` for any other ending, and for none.
  public init(fileName: String) throws(InvalidValue) { self = try Self(endingOf: fileName, "movie name") }

  /// The name of the format in FFmpeg.
  var muxerName: String {
    switch self {
    case .mp4, .m4v: "mp4"
    case .mov: "mov"
    case .mkv: "matroska"
    }
  }

  /// Whether the format has an index that can stand at the front.
  var isQuickTimeFamily: Bool { self != .mkv }
}
