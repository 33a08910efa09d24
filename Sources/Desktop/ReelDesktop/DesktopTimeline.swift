import Synchronization

/// The chapters and captions of a film of a screen as they come, and whether the program has failed; read and written by several threads.
package final class DesktopTimeline: Sendable {
  /// An event and the first frame that shows it.
  struct Entry {
    enum Event {
      case chapter(String)
      case caption(String)
      case failure
    }

    var event: Event
    var frame: Int
  }

  private let entries = Mutex<[Entry]>([])
  private let failed = Atomic<Bool>(true)

  /// Creates a timeline on which nothing has happened.
  package init() {}

  /// Records that the program ended without an error; otherwise it counts as failed.
  package func noteSuccess() { failed.store(false, ordering: .releasing) }

  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  func add(_ event: Entry.Event, at frame: Int) { entries.withLock { $0.append(Entry(event: event, frame: frame)) } }

  /// Removes and returns what happened up to a frame.
  func take(upTo frame: Int) -> [Entry] {
    entries.withLock { entries in
      let end = entries.firstIndex { $0.frame > frame } ?? entries.count
      defer { entries.removeFirst(end) }
      return Array(entries[..<end])
    }
  }
}
