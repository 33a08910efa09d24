import CReelFFmpeg
import Dispatch

/// Frees encoders in the background: freeing so much memory takes as long as completing a short film.
///
/// Only the next encoder waits for it, so that two consecutive films never hold the memory of both.
package enum EncoderTeardown {
  /// A queue of its own: the shared ones may be full of work that waits for this.
  private static let queue = DispatchQueue(label: "reel.encoder-teardown", qos: .userInitiated)

  /// Ends an encoder, which nobody else may have.
  static func begin(_ encoder: consuming (any FilmCompressor)?) {
    nonisolated(unsafe) var last = encoder
    queue.async {
      _ = last.take()
      // Otherwise the heap would keep its memory while the film's index is built.
      reel_return_freed_memory()
    }
  }

  /// Returns when all encoders being freed are gone: before another one is opened, or memory is measured.
  package static func wait() {
    _ = keepsMemory
    queue.sync {}
  }

  /// Has the heap keep what the encoder of a segment frees, until the film is complete.
  ///
  /// The system clears each page that it hands out, which took a quarter of the time of a film of 1080p in which little changes.
  private static let keepsMemory: Void = reel_keep_freed_memory()
}
