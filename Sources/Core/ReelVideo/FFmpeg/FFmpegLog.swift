import CReelFFmpeg

/// The log of the FFmpeg libraries and their encoders on standard error.
public enum FFmpegLog {
  /// How much is printed.
  public enum Level: Int32, CaseIterable, Sendable {
    /// Nothing: errors are thrown, not printed.
    case quiet = -8
    /// What went wrong.
    case error = 16
    /// What looks wrong.
    case warning = 24
    /// What was done: the settings and statistics of the encoder.
    case info = 32
    /// What was done, in detail.
    case verbose = 40
    /// Everything there is.
    case debug = 48
  }

  /// The log level of this process; nothing by default.
  ///
  /// The libraries hold one level for the whole process. The corresponding C functions are `av_log_get_level` and `av_log_set_level`.
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

  /// Silences the libraries on the first call, so that a level set later stays.
  ///
  /// Everything that opens an FFmpeg context calls it first.
  static func applyDefault() { silenced }

  private static let silenced: Void = av_log_set_level(Level.quiet.rawValue)
}
