import ReelGeometry
import ReelTiming

/// The container format of compressed pictures and sound.
public enum MediaContainer: String, CaseIterable, Hashable, Sendable {
  /// MPEG-4: exact times, edit lists, orientations.
  case mp4
  /// MPEG-4 under Apple's name for video files.
  case m4v
  /// QuickTime: exact times, edit lists, orientations.
  case mov
  /// Matroska: times in whole milliseconds.
  case mkv
  /// WebM, the subset of Matroska that browsers play: VP8, VP9 and AV1 with Opus, and times in whole milliseconds.
  case webm
  /// AVI: no times, only frame numbers at a constant rate.
  case avi
  /// MPEG-2 transport stream: times in 1/90000 s, all shifted by 1.4 s.
  case ts
  /// GIF: the duration of each picture in hundredths of a second, at least 2.
  case gif
  /// Numbered pictures: one file per frame, without times.
  case png

  /// Returns the container for a file name's ending, in upper or lower case; `png` requires a pattern such as
  /// `%04d.png`.
  ///
  /// - Throws: `InvalidValue` for any other ending, and for none.
  public init(fileName: String) throws(InvalidValue) { self = try Self(endingOf: fileName, "clip name") }

  /// The containers for recordings: those that also play after a crash.
  public static let recordable: [MediaContainer] = [.mp4, .m4v, .mov, .mkv, .webm]

  /// Returns the container of a recording for a file name's ending, in upper or lower case.
  ///
  /// - Throws: `InvalidValue` for any other ending, and for none.
  public init(movieName fileName: String) throws(InvalidValue) {
    self = try Self(endingOf: fileName, "movie name", among: Self.recordable)
  }

  /// Whether the container stores an orientation as a display matrix.
  public var keepsOrientation: Bool { isQuickTimeFamily }

  /// Whether the container, or its usual codecs, stores colour tags.
  public var keepsColorTags: Bool { self != .avi && self != .gif && self != .png }

  /// Whether the container stores a timecode: as a track, or as a tag in Matroska.
  public var keepsTimecode: Bool { isQuickTimeFamily || self == .mkv }

  /// Whether the container stores a time for each frame, so that the rate may vary.
  public var keepsTimes: Bool { self != .avi && self != .png }

  /// Whether the first frame may have a time other than 0.
  public var keepsStart: Bool { keepsTimes && self != .gif }

  /// Whether times may be negative.
  ///
  /// In MP4 and QuickTime an edit list hides everything before 0 from players. A transport stream has room for 1.3 s,
  /// because all its times are later by 1.4 s.
  public var keepsNegativeTimes: Bool { isQuickTimeFamily || self == .ts }

  /// The shift of all times in the file, in whole hundredths of a second.
  public var timeShift: MediaTime { TimeBase(1, 100).time(self == .ts ? 140 : 0) }

  /// Whether frames may be stored in a different order than shown.
  ///
  /// AVI and GIF have only one order: a reader could not determine when a frame is shown.
  public var allowsReordering: Bool { self != .avi && self != .gif && self != .png }

  /// The default codec of a clip.
  public var defaultCodec: String {
    switch self {
    case .mp4, .m4v, .mov, .mkv, .ts: "h264"
    case .webm: "vp9"
    case .avi: "mpeg4"
    case .gif: "gif"
    case .png: "png"
    }
  }

  /// The default sound codec, or nil if the container has no sound.
  public var soundCodec: String? {
    switch self {
    case .mp4, .m4v, .mov, .ts: "aac"
    case .mkv, .webm: "opus"
    case .avi: "pcm_s16le"
    case .gif, .png: nil
    }
  }

  /// The name of FFmpeg's muxer for the format.
  package var muxerName: String {
    switch self {
    case .mp4, .m4v: "mp4"
    case .mkv: "matroska"
    case .ts: "mpegts"
    case .png: "image2"
    case .mov, .webm, .avi, .gif: rawValue
    }
  }

  /// Whether the format is Matroska, whose players show a picture until the next one comes.
  var isMatroska: Bool { self == .mkv || self == .webm }

  /// Whether the container can hold movies of a pixel format: `yuva420p` stores transparency beside each packet,
  /// which only Matroska supports.
  package func holds(_ format: PixelFormat) -> Bool { format != .yuva420p || isMatroska }

  /// Whether the format has an index that can be moved to the front.
  package var isQuickTimeFamily: Bool { self == .mp4 || self == .m4v || self == .mov }
}
