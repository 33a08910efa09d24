import Synchronization

/// What happened on a filmed screen; read and written by several threads.
package final class DesktopObservations: Sendable {
  private let window = Atomic<Bool>(false)
  private let server = Atomic<Bool>(false)
  private let unwanted = Atomic<Bool>(false)
  private let ended = Atomic<Bool>(false)

  /// Creates observations before anything has happened.
  package init() {}

  /// Whether a window has appeared.
  package var hasSeenWindow: Bool { window.load(ordering: .relaxed) }
  /// Whether the X server ended during the film.
  package var hasLostServer: Bool { server.load(ordering: .relaxed) }

  /// Ends the film without keeping it: its recording then throws `DesktopDiscard`.
  package func discard() { unwanted.store(true, ordering: .relaxed) }

  /// Ends the film at its next tick, with the marks that have come until then.
  package func end() { ended.store(true, ordering: .releasing) }

  var hasEnded: Bool { ended.load(ordering: .acquiring) }
  var isDiscarded: Bool { unwanted.load(ordering: .relaxed) }

  func noteWindow() { window.store(true, ordering: .relaxed) }
  func noteLostServer() { server.store(true, ordering: .relaxed) }
}

/// Ends a film that is not to be kept.
package struct DesktopDiscard: Error {}
