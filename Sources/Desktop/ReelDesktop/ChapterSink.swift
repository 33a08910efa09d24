import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelRecording
import ReelVideo

/// A sink that makes a film of each chapter of a live film, as the chapters come.
///
/// Frames before the first chapter are left out. A chapter that ends before the next frame has one frame.
package actor ChapterSink: FrameSink {
  private let timeline: DesktopTimeline
  private nonisolated let keepsOnlyFailed: Bool
  private nonisolated let makeSink: @Sendable ([String]) throws -> (name: String, sink: any FrameSink)
  private nonisolated let onFailure: @Sendable (_ name: String, any Error) -> Void

  private struct Part {
    var name: String
    var sink: any FrameSink
    var first: Int
    var captions = ArrivingTracks()
    var isEmpty = true
    var hasFailed = false
  }

  private var stream: FrameStream?
  private var titles: [String] = []
  private var open: Part?
  private var results: [OutputResult] = []
  private var hasFailure = false
  private var held: Bitmap?

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - timeline: The chapters.
  ///   - keepsOnlyFailed: Whether only chapters with a failure are kept; the last one if the program failed and none has any.
  ///   - onFailure: Is called for each film that could not be made.
  ///   - makeSink: Makes the sink of the last of several chapters.
  package init(
    _ timeline: DesktopTimeline, keepsOnlyFailed: Bool,
    onFailure: @escaping @Sendable (_ name: String, any Error) -> Void,
    makeSink: @escaping @Sendable ([String]) throws -> (name: String, sink: any FrameSink)
  ) {
    (self.timeline, self.keepsOnlyFailed) = (timeline, keepsOnlyFailed)
    (self.onFailure, self.makeSink) = (onFailure, makeSink)
  }

  package nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    try makeSink(["chapter"]).sink.preflight(stream, frameCount: nil)
  }

  package func begin(_ stream: FrameStream) {
    self.stream = stream
    self.stream?.frameCount = nil
  }

  package func append(_ frame: Frame) async throws {
    guard stream != nil else { throw MovieError.writerClosed }
    // Chapters that are over before the first frame show it.
    held = held ?? frame.bitmap
    await advance(to: frame.time.index)
    held = frame.bitmap
    guard let part = open else { return }
    await pass(frame.bitmap, part.isEmpty ? .all(of: frame.bitmap.size) : frame.changed, at: frame.time.index)
  }

  package func finish(frameCount: Int) async throws -> RecordedOutput {
    await advance(to: frameCount)
    if timeline.hasFailed, !hasFailure { open?.hasFailed = true }
    await complete(at: frameCount)
    stream = nil
    guard let whole = RecordedOutput(parts: results) else {
      if let error = results.lazy.compactMap(\.error).first { throw error }
      throw titles.isEmpty ? DesktopError.noChapters : DesktopDiscard()
    }
    return whole
  }

  package func cancel() async {
    stream = nil
    if let part = open.take() { await part.sink.cancel() }
  }

  package func abandon() async -> String? {
    stream = nil
    return await open.take()?.sink.abandon()
  }

  /// Ends and begins chapters up to a frame.
  private func advance(to frame: Int) async {
    for entry in timeline.take(upTo: frame) {
      switch entry.event {
      case .chapter(let title):
        await complete(at: entry.frame)
        await begin(title, at: entry.frame)
      case .caption(let text):
        guard let part = open, let rate = stream?.frameRate else { continue }
        part.captions.add(.caption(text), at: rate.seconds(ofFrame: max(0, entry.frame - part.first)))
      case .failure:
        open?.hasFailed = true
        hasFailure = true
      }
    }
  }

  private func begin(_ title: String, at frame: Int) async {
    guard var stream else { return }
    titles.append(title)
    do {
      let (name, sink) = try makeSink(titles)
      open = Part(name: name, sink: sink, first: frame)
      stream.tracks = FilmTracks()
      stream.tracks.arriving = open?.captions
      try await sink.begin(stream)
    } catch {
      await fail(title, error)
    }
  }

  private func pass(_ bitmap: Bitmap, _ changed: Region, at frame: Int) async {
    guard let part = open, let stream else { return }
    open?.isEmpty = false
    let index = part.isEmpty ? 0 : frame - part.first
    do {
      try await part.sink.append(
        Frame(time: FrameTime(index: index, frameRate: stream.frameRate), bitmap: bitmap, changed: changed))
    } catch {
      await fail(part.name, error)
    }
  }

  private func complete(at frame: Int) async {
    if open?.isEmpty == true, let held { await pass(held, .all(of: held.size), at: frame) }
    guard let part = open else { return }
    if keepsOnlyFailed, !part.hasFailed {
      open = nil
      return await part.sink.cancel()
    }
    do {
      let count = max(1, frame - part.first)
      let output = try await part.sink.finish(frameCount: count).counted(count)
      results.append(OutputResult(name: part.name, output: output))
      open = nil
    } catch {
      await fail(part.name, error)
    }
  }

  private func fail(_ name: String, _ error: any Error) async {
    if let part = open.take() { await part.sink.cancel() }
    results.append(OutputResult(name: name, error: error))
    onFailure(name, error)
  }
}
