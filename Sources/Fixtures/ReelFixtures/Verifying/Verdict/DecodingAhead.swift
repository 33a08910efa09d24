import Dispatch
import ReelVideo
import Synchronization

/// Decodes a movie on its own thread, a few pictures ahead of the consumer.
///
/// Items keep the order of the file, so that results do not depend on timing.
final class DecodingAhead: Sendable {
  /// Decoded items on their way from one thread to the other.
  private struct Waiting: @unchecked Sendable {
    // Only the decoding thread uses the reader, and an item belongs to the thread that removed it.
    var items: [ClipReader.Item?] = []
    var isEnding = false
  }

  /// The maximum number of waiting items.
  ///
  /// A picture takes a few megabytes.
  private static let depth = 4

  private let waiting = Mutex(Waiting())
  private let (room, ready) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private let queue = DispatchQueue(label: "reel.decoding")

  /// Starts decoding.
  ///
  /// Until `end`, nothing else may use the reader.
  init(_ reader: ClipReader) {
    // A semaphore must not be destroyed with a value below its initial one.
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

  /// Returns the next picture or run of sound in file order; nil at the end.
  ///
  /// It must not be called after that.
  func next() -> ClipReader.Item? {
    ready.wait()
    defer { room.signal() }
    return waiting.withLock { $0.items.removeFirst() }
  }

  /// Stops decoding and waits until the reader is free again.
  func end() {
    waiting.withLock { $0.isEnding = true }
    room.signal()
    queue.sync {}
  }
}
