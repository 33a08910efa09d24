import Dispatch
import ReelVideo
import Synchronization

/// Decodes a movie on a thread of its own, a few pictures ahead of whoever examines them.
///
/// The order is that of the file, so that nothing depends on who is faster.
final class DecodingAhead: Sendable {
  /// What was decoded, on its way from one thread to the other.
  private struct Waiting: @unchecked Sendable {
    // Only the reader's thread uses the reader, and an item belongs to who took it out.
    var items: [ClipReader.Item?] = []
    var isEnding = false
  }

  /// The items that wait at most: so many pictures of a few megabytes each.
  private static let depth = 4

  private let waiting = Mutex(Waiting())
  private let (room, ready) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let queue = DispatchQueue(label: "reel.decoding")

  /// Begins to decode; until `end` nobody else may use the reader.
  init(_ reader: ClipReader) {
    // A semaphore must not end below the value that it began with.
    for _ in 0..<Self.depth { room.signal() }
    nonisolated(unsafe) let reader = reader
    queue.async { [self] in
      var isOver = false
      while !isOver {
        room.wait()
        isOver = waiting.withLock { $0.isEnding }
        guard !isOver else { break }
        nonisolated(unsafe) let item = reader.next()
        isOver = item == nil
        waiting.withLock { $0.items.append(item) }
        ready.signal()
      }
    }
  }

  /// Returns the next picture or run of sound, in the order of the file; nil at the end, after which it must not be called.
  func next() -> ClipReader.Item? {
    ready.wait()
    defer { room.signal() }
    return waiting.withLock { $0.items.removeFirst() }
  }

  /// Stops, and waits until the reader is free again.
  func end() {
    waiting.withLock { $0.isEnding = true }
    room.signal()
    queue.sync {}
  }
}
