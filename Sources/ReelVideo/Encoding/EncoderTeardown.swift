import CReelFFmpeg
import Dispatch

/// The end of encoders: giving so much memory back takes as long as completing a short film, and goes on beside it.
///
/// Nobody waits for the end of an encoder but the next one: two films after one another never have the memory of both.
package enum EncoderTeardown {
  /// A queue of its own: those that all share may be full of work that waits for this.
  private static let queue = DispatchQueue(label: "reel.encoder-teardown", qos: .userInitiated)

  /// Ends an encoder, which nobody else may have.
  static func begin(_ encoder: consuming (any FilmCompressor)?) {
    nonisolated(unsafe) var last = encoder
    queue.async {
      _ = last.take()
      // The heap would keep what it had, and the index of the film would come on top.
      reel_return_freed_memory()
    }
  }

  /// Returns when the encoders whose end has begun are gone: before another one is opened, or memory is measured.
  package static func wait() { queue.sync {} }
}
