import CReelFFmpeg
import Dispatch

/// Frees encoders in the background: freeing that much memory takes as long as completing a short film.
///
/// Only the next encoder waits for it, so that two consecutive films never hold the memory of both.
package enum EncoderTeardown {
  /// A dedicated queue: the shared ones may be full of work that waits for this.
  private static let queue = DispatchQueue(label: "reel.encoder-teardown", qos: .userInitiated)

  /// Ends an encoder that nothing else references.
  static func begin(_ encoder: consuming (any FilmCompressor)?) {
    nonisolated(unsafe) var last = encoder
    queue.async {
      _ = last.take()
      // Otherwise the heap would keep its memory while the film's index is built.
      reel_return_freed_memory()
    }
  }

  /// Returns when all encoders being freed are gone, before another one is opened or memory is measured.
  package static func wait() {
    _ = keepsMemory
    queue.sync {}
  }

  /// Makes the heap keep the memory freed by a segment's encoder until the film is complete.
  ///
  /// The system clears each page that it hands out, which took a quarter of the time of a 1080p film with few
  /// changes.
  private static let keepsMemory: Void = reel_keep_freed_memory()
}
