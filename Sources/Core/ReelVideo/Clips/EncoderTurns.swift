import Synchronization

/// Has encoders that share memory work one after another.
///
/// All encoders of libxvid share tables of codes, and opening one fills these anew without a lock: a picture that another one is compressing
/// is then damaged.
enum EncoderTurns {
  private static let sharing: Set<String> = ["libxvid"]
  private static let turn = Mutex(())

  /// Calls an encoder, by its FFmpeg name, when no other one of its kind is at work; returns the status.
  static func take(_ encoder: String, _ call: () -> Int32) -> Int32 {
    sharing.contains(encoder) ? turn.withLock { _ in call() } : call()
  }
}
