import CReelFFmpeg
import Synchronization

/// The log of the FFmpeg libraries and their encoders on standard error.
public enum FFmpegLog {
  /// The amount of detail that is printed.
  public enum Level: Int32, CaseIterable, Sendable {
    /// Nothing: errors are thrown, not printed.
    case quiet = -8
    /// Errors.
    case error = 16
    /// Warnings.
    case warning = 24
    /// Information: the settings and statistics of the encoder.
    case info = 32
    /// Detailed information.
    case verbose = 40
    /// Everything, for debugging.
    case debug = 48
  }

  /// The log level of this process; quiet by default.
  ///
  /// The libraries have one level for the whole process. The corresponding C functions are `av_log_get_level` and
  /// `av_log_set_level`.
  public static var level: Level {
    get {
      applyDefault()
      return Level.allCases.last { $0.rawValue <= av_log_get_level() } ?? .quiet
    }
    set {
      applyDefault()
      av_log_set_level(newValue.rawValue)
    }
  }

  /// Silences the libraries on the first call, so that a level set later is kept.
  ///
  /// Everything that opens an FFmpeg context calls this first.
  package static func applyDefault() { silenced }

  private static let silenced: Void = isLevelLeft ? () : av_log_set_level(Level.quiet.rawValue)

  /// Leaves the level of the process as it is, for a library in a program that may use FFmpeg too; codecs and containers are silent one by
  /// one then.
  ///
  /// Call it before anything opens an FFmpeg context.
  package static func leaveLevel() { left.store(true, ordering: .relaxed) }

  private static let left = Atomic(false)
  private static var isLevelLeft: Bool { left.load(ordering: .relaxed) }

  /// Is added to the level of a context's messages, so that they are less important than any level prints.
  private static let offset = 2 * AV_LOG_TRACE

  /// Silences a codec where the level is left.
  static func silence(_ codec: UnsafeMutablePointer<AVCodecContext>) {
    if isLevelLeft { codec.pointee.log_level_offset = offset }
  }

  /// Silences a container where the level is left.
  ///
  /// Containers have no offset of their own, so their class is one that takes a field as the offset of which those of films, which are MP4,
  /// Matroska and WebM, make no use.
  static func silence(_ container: UnsafeMutablePointer<AVFormatContext>) {
    guard isLevelLeft, let silent else { return }
    container.pointee.metadata_header_padding = offset
    container.pointee.av_class = silent
  }

  // `nonisolated(unsafe)`: it is never written.
  private nonisolated(unsafe) static let silent: UnsafePointer<AVClass>? = {
    guard let original = avformat_get_class(), original.pointee.log_level_offset_offset == 0,
      let field = MemoryLayout<AVFormatContext>.offset(of: \.metadata_header_padding)
    else { return nil }
    let copy = UnsafeMutablePointer<AVClass>.allocate(capacity: 1)
    copy.initialize(to: original.pointee)
    copy.pointee.log_level_offset_offset = Int32(field)
    return UnsafePointer(copy)
  }()
}
