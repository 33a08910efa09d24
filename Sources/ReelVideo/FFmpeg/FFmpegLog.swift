import CReelFFmpeg

/// What the FFmpeg libraries, and the encoders behind them, print to standard error.
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

  /// How much is printed in this process; nothing unless it is raised.
  ///
  /// The libraries hold one level for the whole process. The corresponding C functions are `av_log_get_level` and
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

  /// Silences the libraries the first time it is called, so that a level set since then stays.
  ///
  /// Everything that opens an FFmpeg context calls it first.
  static func applyDefault() { silenced }

  private static let silenced: Void = av_log_set_level(Level.quiet.rawValue)
}
