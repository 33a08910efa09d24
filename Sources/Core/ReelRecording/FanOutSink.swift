import ReelFiles

/// A sink that passes every frame to several other sinks: one drawing becomes several files.
///
///     let sink = FanOutSink([("a.mp4", try FilmOutput("a.mp4").sink()), ("frames/", try FilmOutput("frames/").sink())])
///
/// Each sink runs in its own task at its own pace. Drawing waits for the slowest once its queue is full. If one
/// fails, the others continue; `RecordedOutput.parts` reports each result. The recording fails only if all of them
/// have failed.
public actor FanOutSink: FrameSink {
  /// One of the sinks while frames arrive.
  private struct Branch {
    let queue: FrameQueue
    let work: Task<Void, any Error>
  }

  private nonisolated let names: [String]
  nonisolated let sinks: [any FrameSink]
  private nonisolated let onFailure: @Sendable (_ name: String, any Error) -> Void
  private var branches: [Branch] = []
  /// The open sinks.
  private var open: [any FrameSink] = []

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - sinks: The receivers of the frames, each with the name under which its result is reported; at least one.
  ///   - onFailure: Called immediately, on any thread, for each sink that fails while frames arrive.
  public init(
    _ sinks: [(name: String, sink: any FrameSink)],
    onFailure: @escaping @Sendable (_ name: String, any Error) -> Void = { _, _ in }
  ) {
    precondition(!sinks.isEmpty, "frames have to go somewhere")
    self.onFailure = onFailure
    names = sinks.map(\.name)
    self.sinks = sinks.map(\.sink)
  }

  /// The frame format that all sinks want; if they differ, pixels, which each sink converts itself, and beside them the samples of
  /// the source if one takes them.
  public nonisolated func form(of stream: FrameStream) -> FrameForm {
    let forms = Set(sinks.map { $0.form(of: stream) })
    if forms.count == 1 { return forms.first ?? .pixels }
    return forms.contains(.source) || forms.contains(.both) ? .both : .pixels
  }

  /// Checks every sink, and returns the first shortage of space.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    let shortages = try sinks.map { try $0.preflight(stream, frameCount: frameCount) }
    return shortages.lazy.compactMap(\.self).first
  }

  /// The minimum over all sinks that report it.
  public nonisolated var savedFrameCount: Int? { sinks.lazy.compactMap(\.savedFrameCount).min() }

  /// Opens all sinks.
  ///
  /// - Throws: The error of the first sink that refuses; the remaining ones are not opened.
  public func begin(_ stream: FrameStream) async throws {
    for sink in sinks {
      open.append(sink)
      // One that takes pixels has no use for the colour tags of samples.
      var own = stream
      if ![.source, .both].contains(sink.form(of: stream)) { own.samples = nil }
      try await sink.begin(own)
    }
    // Each may fall behind as far as a recorder's only sink.
    let capacity = FrameQueue.capacity(ofSamples: !form(of: stream).hasPixels, size: stream.size)
    branches = zip(names, sinks).map { [onFailure] name, sink in
      let queue = FrameQueue(capacity: capacity)
      let work = Task {
        // A closed queue signals the producer that the consumer has left.
        defer { queue.close() }
        do {
          try await queue.hand(to: sink, isolation: sink as? any Actor)
        } catch {
          onFailure(name, error)
          throw error
        }
      }
      return Branch(queue: queue, work: work)
    }
  }

  /// Passes a frame to each sink that has not failed.
  ///
  /// - Throws: The first sink's error, if all have failed.
  public func append(_ frame: Frame) async throws {
    var isTaken = false
    for branch in branches {
      if await branch.queue.send(WaitingFrame(frame)) { isTaken = true }
    }
    if !isTaken { try await branches.first?.work.value }
  }

  /// Completes all sinks that have not failed, concurrently.
  ///
  /// - Throws: The first sink's error, if all have failed.
  public func finish(frameCount: Int) async throws -> RecordedOutput {
    for branch in branches { branch.queue.finish() }
    // Separate tasks, awaited in the order of the sinks. A task group that returned numbered results lost the numbers
    // here in release builds (Swift 6.3).
    let endings = zip(names, zip(sinks, branches)).map { name, pair in
      Task { await Self.ended(pair.0, pair.1, name: name, frameCount: frameCount) }
    }
    var parts: [OutputResult] = []
    for ending in endings { parts.append(await ending.value) }
    branches = []
    open = []
    guard var whole = parts.lazy.compactMap(\.output).first else {
      if let error = parts.lazy.compactMap(\.error).first { throw error }
      throw RecorderError.notStarted
    }
    whole.byteCount = parts.reduce(0) { $0 + ($1.output?.byteCount ?? 0) }
    // A sink that writes several files reports each of them.
    whole.parts = parts.flatMap { part in
      let inner = part.output?.parts ?? []
      return inner.isEmpty ? [part] : inner
    }
    return whole
  }

  /// Completes one sink, or cancels it if it failed.
  private static func ended(
    _ sink: any FrameSink, _ branch: Branch, name: String, frameCount: Int
  ) async -> OutputResult {
    do {
      try await branch.work.value
      return OutputResult(name: name, output: try await sink.finish(frameCount: frameCount))
    } catch {
      await sink.cancel()
      return OutputResult(name: name, error: error)
    }
  }

  /// Cancels all sinks.
  public func cancel() async {
    for sink in await close() { await sink.cancel() }
  }

  /// Ends all sinks immediately.
  ///
  /// - Returns: The path that the first one kept.
  public func abandon() async -> String? {
    var kept: [String] = []
    for sink in await close() {
      if let path = await sink.abandon() { kept.append(path) }
    }
    return kept.first
  }

  /// Ends all sinks once they have what came.
  ///
  /// - Returns: The path that the first one kept.
  public func breakOff() async -> String? {
    for branch in branches { branch.queue.finish() }
    for branch in branches { _ = await branch.work.result }
    var kept: [String] = []
    for sink in await close() {
      if let path = await sink.breakOff() { kept.append(path) }
    }
    return kept.first
  }

  /// Ends the branches' tasks, whatever their results.
  ///
  /// - Returns: The sinks that still have to be ended.
  private func close() async -> [any FrameSink] {
    for branch in branches { branch.queue.close() }
    for branch in branches { _ = await branch.work.result }
    branches = []
    defer { open = [] }
    return open
  }
}
