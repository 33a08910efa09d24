import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming
import ReelVideo

/// A sink that passes each stretch of a film to a separate sink: one drawing becomes a file for every chapter.
///
///     let sink = SplitSink([
///       .init("intro.gif", frames: 0..<50, sink: try FilmOutput("intro.gif").sink()),
///       .init("end.gif", frames: 50..<90, sink: try FilmOutput("end.gif").sink()),
///     ])
///
/// Each part is a film that starts at its own 0, with the sound, chapters and captions of its time. It is completed
/// when the next part begins, so its path holds the previous file or the whole part. If one fails, the others
/// continue; `RecordedOutput.parts` reports each result. Frames outside all parts are left out. A film that ends
/// early has the parts that were reached.
public actor SplitSink: FrameSink {
  /// A stretch of the film.
  public struct Part: Sendable {
    /// The name under which its result is reported.
    public var name: String
    /// Its frames in the film.
    public var frames: Range<Int>
    /// The sink that receives them.
    public var sink: any FrameSink

    /// Creates a part.
    public init(_ name: String, frames: Range<Int>, sink: any FrameSink) {
      self.name = name
      self.frames = frames
      self.sink = sink
    }
  }

  private nonisolated let parts: [Part]
  private nonisolated let onFailure: @Sendable (_ name: String, any Error) -> Void
  private var stream: FrameStream?
  /// The part that is being made, and whether it has no frame yet.
  private var open: (part: Part, isEmpty: Bool)?
  private var nextPart = 0
  private var results: [OutputResult] = []
  /// The picture on screen, in case frames are missing.
  private var held: Bitmap?

  /// Creates a sink without opening anything.
  ///
  /// - Parameters:
  ///   - parts: The stretches in order, without overlaps.
  ///   - onFailure: Called immediately, on any thread, for each part that fails while frames arrive.
  public init(
    _ parts: [Part], onFailure: @escaping @Sendable (_ name: String, any Error) -> Void = { _, _ in }
  ) {
    precondition(!parts.isEmpty, "frames have to go somewhere")
    precondition(
      zip(parts, parts.dropFirst()).allSatisfy { $0.frames.upperBound <= $1.frames.lowerBound },
      "parts follow one another")
    self.parts = parts
    self.onFailure = onFailure
  }

  /// Checks each part, and returns the first shortage of space.
  public nonisolated func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? {
    let shortages = try parts.map { try $0.sink.preflight($0.stream(of: stream), frameCount: $0.frames.count) }
    return shortages.lazy.compactMap(\.self).first
  }

  /// Opens the first part if the film begins with it.
  ///
  /// - Throws: The error of its sink.
  public func begin(_ stream: FrameStream) async throws {
    self.stream = stream
    guard let first = parts.first, first.frames.lowerBound == 0 else { return }
    nextPart = 1
    open = (first, true)
    try await first.sink.begin(first.stream(of: stream))
  }

  /// Passes a frame to its part; a part's first frame is passed as a whole picture.
  ///
  /// - Throws: The first error, if no part is left to make.
  public func append(_ frame: Frame) async throws {
    guard let stream else { throw MovieError.writerClosed }
    let index = frame.time.index
    try await advance(to: index)
    if let (part, isEmpty) = open, part.frames.contains(index) {
      let first = part.frames.lowerBound
      if isEmpty, index > first, let held { await pass(held, .all(of: held.size), at: 0) }
      let isWhole = open?.isEmpty ?? false
      await pass(frame.bitmap, isWhole ? .all(of: frame.bitmap.size) : frame.changed, at: index - first)
    }
    if stream.pace.dropsFrames { held = frame.bitmap }
    if open == nil, nextPart == parts.count, !results.contains(where: { $0.output != nil }),
      let error = results.lazy.compactMap(\.error).first
    {
      throw error
    }
  }

  /// Completes the part that is being made.
  ///
  /// - Throws: The first error, if all have failed; `MovieError.noFrames` for a film that ends before its first part.
  public func finish(frameCount: Int) async throws -> RecordedOutput {
    guard stream != nil else { throw MovieError.writerClosed }
    if frameCount > 0 { try await advance(to: frameCount - 1) }
    if let (part, isEmpty) = open {
      if isEmpty, let held { await pass(held, .all(of: held.size), at: 0) }
      await complete(frameCount: min(frameCount, part.frames.upperBound) - part.frames.lowerBound)
    }
    stream = nil
    held = nil
    guard let whole = RecordedOutput(parts: results) else {
      throw results.lazy.compactMap(\.error).first ?? MovieError.noFrames(path: parts[0].name)
    }
    return whole
  }

  /// Cancels the part that is being made; complete parts stay.
  public func cancel() async {
    stream = nil
    if let (part, _) = open.take() { await part.sink.cancel() }
  }

  /// Ends the part that is being made immediately.
  public func abandon() async -> String? {
    stream = nil
    guard let (part, _) = open.take() else { return nil }
    return await part.sink.abandon()
  }

  // MARK: - Parts

  /// Completes parts that end before a frame, and opens the part that contains it.
  private func advance(to index: Int) async throws {
    guard let stream else { return }
    while true {
      if let (part, isEmpty) = open {
        guard part.frames.upperBound <= index else { return }
        // All of its frames were dropped.
        if isEmpty, let held { await pass(held, .all(of: held.size), at: 0) }
        await complete(frameCount: part.frames.count)
      }
      guard nextPart < parts.count, parts[nextPart].frames.lowerBound <= index else { return }
      let part = parts[nextPart]
      nextPart += 1
      open = (part, true)
      do {
        try await part.sink.begin(part.stream(of: stream))
      } catch {
        await fail(error)
      }
    }
  }

  /// Passes a picture to the open part.
  private func pass(_ bitmap: Bitmap, _ changed: Region, at index: Int) async {
    guard let part = open?.part, let stream else { return }
    open?.isEmpty = false
    do {
      try await part.sink.append(
        Frame(time: FrameTime(index: index, frameRate: stream.frameRate), bitmap: bitmap, changed: changed))
    } catch {
      await fail(error)
    }
  }

  private func complete(frameCount: Int) async {
    guard let part = open?.part else { return }
    do {
      let output = try await part.sink.finish(frameCount: frameCount).counted(frameCount)
      results.append(OutputResult(name: part.name, output: output))
      open = nil
    } catch {
      await fail(error)
    }
  }

  private func fail(_ error: any Error) async {
    guard let (part, _) = open.take() else { return }
    await part.sink.cancel()
    results.append(OutputResult(name: part.name, error: error))
    onFailure(part.name, error)
  }
}

extension SplitSink.Part {
  /// The stream of the part's frames.
  fileprivate func stream(of film: FrameStream) -> FrameStream {
    var stream = film
    stream.frameCount = frames.count
    stream.tracks = film.tracks.clipped(
      to: TimeSpan(
        film.frameRate.seconds(ofFrame: frames.lowerBound), film.frameRate.seconds(ofFrame: frames.upperBound)))
    return stream
  }
}

extension RecordedOutput {
  /// Combines the results of a film's parts; nil if none succeeded.
  ///
  /// The facts of the pictures are those of the first part that succeeded; the bytes are those of all.
  package init?(parts results: [OutputResult]) {
    guard let first = results.lazy.compactMap(\.output).first else { return nil }
    self = first
    frameCount = results.reduce(0) { $0 + ($1.output?.frameCount ?? 0) }
    byteCount = results.reduce(0) { $0 + ($1.output?.byteCount ?? 0) }
    parts = results.flatMap { result in
      let inner = result.output?.parts ?? []
      return inner.isEmpty ? [result] : inner
    }
  }

  /// Returns the output of a part of a film, with the number of its frames.
  package func counted(_ frameCount: Int) -> RecordedOutput {
    var output = self
    output.frameCount = frameCount
    for index in parts.indices { output.parts[index].output?.frameCount = frameCount }
    return output
  }
}
