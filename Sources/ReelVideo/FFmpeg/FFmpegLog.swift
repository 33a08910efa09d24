import CReelFFmpeg
import Synchronization

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
  /// The libraries hold one level for the whole process. They are told when Reel first uses them, so setting the level does not load them; what
  /// a program sets with the C function before is overwritten then. The corresponding C functions are `av_log_get_level` and `av_log_set_level`.
  public static var level: Level {
    get {
      applyDefault()
      return Level.allCases.last { $0.rawValue <= av_log_get_level() } ?? .quiet
    }
    set {
      let isApplied = wanted.withLock { wanted in
        wanted.level = newValue
        return wanted.isApplied
      }
      if isApplied { av_log_set_level(newValue.rawValue) }
    }
  }

  /// Tells the libraries the level on the first call, so that a level that the program sets in them later stays.
  ///
  /// Everything that opens an FFmpeg context calls it first.
  static func applyDefault() {
    wanted.withLock { wanted in
      if !wanted.isApplied { av_log_set_level(wanted.level.rawValue) }
      wanted.isApplied = true
    }
  }

  private static let wanted = Mutex((level: Level.quiet, isApplied: false))
}
