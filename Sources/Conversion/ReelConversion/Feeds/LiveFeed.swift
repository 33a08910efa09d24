import Dispatch
import ReelVideo
import Synchronization

/// Reads the pictures of another feed as they arrive, and keeps the newest.
package final class LiveFeed: Sendable {
  private struct State {
    var newest: FilmPicture?
    var count = 0
    var shownCount = 0
    var overwritten = 0
    var failure: (any Error)?
    var hasEnded = false
  }

  /// The properties of the pictures.
  package let facts: FeedFacts
  private let state = Mutex(State())
  private let arrival = DispatchSemaphore(value: 0)

  /// Begins to read, on a thread of its own.
  package init(_ feed: any PictureFeed) {
    facts = feed.facts
    // It waits for bytes as long as the film lasts.
    DispatchQueue(label: "reel.live-feed").async { [self] in
      do {
        while let picture = try feed.next() {
          let isFirst = state.withLock { state in
            // A mark of a picture that was never shown moves to the next one.
            if state.count > state.shownCount, let last = state.newest { picture.marks = last.marks + picture.marks }
            state.newest = picture
            state.count += 1
            return state.count == 1
          }
          if isFirst { arrival.signal() }
        }
        end(nil)
      } catch {
        end(error)
      }
    }
  }

  private func end(_ error: (any Error)?) {
    state.withLock { ($0.hasEnded, $0.failure) = (true, error) }
    arrival.signal()
  }

  /// Waits for the first picture.
  package func waitForFirst() {
    arrival.wait()
    arrival.signal()
  }

  /// Returns the picture that arrived last; nil once all have been returned and no more will come.
  ///
  /// - Throws: the error that ended the feed.
  package func newest() throws -> FilmPicture? {
    try state.withLock { state in
      if state.hasEnded, state.count == state.shownCount || state.newest == nil {
        if let failure = state.failure { throw failure }
        return nil
      }
      if state.count > state.shownCount {
        state.overwritten += state.count - state.shownCount - 1
        state.shownCount = state.count
      }
      return state.newest
    }
  }

  /// The number of pictures so far.
  var arrivedCount: Int { state.withLock { $0.count } }

  /// Whether the feed has ended.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// The number of pictures replaced by a newer one before they were shown.
  package var overwrittenCount: Int { state.withLock { $0.overwritten } }
}
