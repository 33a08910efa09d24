import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelRecording
import Synchronization

/// What lies over the frames of a screen, frame by frame; written by the source and read by a sink.
package final class OverlayFeed: Sendable {
  private let overlays = Mutex<[(frame: Int, overlay: ScreenOverlay)]>([])

  /// Creates a feed.
  package init() {}

  func add(_ overlay: ScreenOverlay, at frame: Int) { overlays.withLock { $0.append((frame, overlay)) } }

  /// Removes and returns what lies over a frame.
  func take(_ frame: Int) -> ScreenOverlay? {
    overlays.withLock { overlays in
      let end = overlays.firstIndex { $0.frame > frame } ?? overlays.count
      defer { overlays.removeFirst(end) }
      return end > 0 ? overlays[end - 1].overlay : nil
    }
  }
}

/// A sink that draws the pointer, clicks and keys over a film that shows the screen alone.
package actor OverlaySink: FrameSink {
  private let feed: OverlayFeed
  private nonisolated let sink: any FrameSink
  private var bitmap: Bitmap?
  /// The screen alone.
  private var screen: Bitmap?
  private var last = ScreenOverlay(showsPointer: false)

  /// Creates a sink that passes frames on to another.
  package init(_ sink: any FrameSink, feed: OverlayFeed) { (self.sink, self.feed) = (sink, feed) }

  package nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    try sink.preflight(stream, frameCount: frameCount)
  }

  package nonisolated var savedFrameCount: Int? { sink.savedFrameCount }

  package func begin(_ stream: FrameStream) async throws { try await sink.begin(stream) }

  package func append(_ frame: Frame) async throws {
    var changed = frame.changed
    if screen == nil || !changed.isEmpty { screen = frame.bitmap }
    guard let screen else { return }
    let next = feed.take(frame.time.index) ?? last
    if bitmap == nil { changed = .all(of: screen.size) }
    next.extend(&changed, after: last)
    last = next
    var picture = bitmap ?? Bitmap(size: screen.size)
    bitmap = nil
    if !changed.isEmpty {
      picture.copy(changed, of: screen)
      try next.draw(over: changed, at: frame.time.seconds, into: &picture)
    }
    bitmap = picture
    try await sink.append(Frame(time: frame.time, bitmap: picture, changed: changed))
  }

  package func finish(frameCount: Int) async throws -> RecordedOutput { try await sink.finish(frameCount: frameCount) }

  package func cancel() async { await sink.cancel() }

  package func abandon() async -> String? { await sink.abandon() }

  package func breakOff() async -> String? { await sink.breakOff() }
}
