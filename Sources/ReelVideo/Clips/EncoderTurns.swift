import Synchronization

/// Has encoders that share memory work one after another.
///
/// Each libxvid that is opened fills tables of codes anew that all of them use, without a lock: a picture that another one compresses meanwhile
/// is damaged.
enum EncoderTurns {
  private static let sharing: Set<String> = ["libxvid"]
  private static let turn = Mutex(())

  /// Calls an encoder, by its FFmpeg name, when no other one of its kind is at work; returns the status.
  static func take(_ encoder: String, _ call: () -> Int32) -> Int32 {
    sharing.contains(encoder) ? turn.withLock { _ in call() } : call()
  }
}
