import CReelFFmpeg

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
  static func applyDefault() { silenced }

  private static let silenced: Void = av_log_set_level(Level.quiet.rawValue)
}
