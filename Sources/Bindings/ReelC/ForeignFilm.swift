import CReel
import ReelCanvas
import ReelGeometry
import ReelPlatform
import ReelRecording
import ReelTiming
import ReelVideo
import Synchronization

/// A film that a C program records; one call at a time.
final class ForeignFilm: Sendable {
  private struct State {
    var canvas: FilmCanvas
    /// The frames that the sink has.
    var sent = 0
    /// The frame on the canvas, where it is not known yet how long it is shown: when that begins, and what changed.
    var held: (ticks: Int, changed: Region)?
    /// The time of the first frame, in the program's seconds.
    var start: Double?
    /// The chapter that begins with the next frame.
    var chapter: String?
    /// What became of the film; nil while it is recorded.
    var end: Result<Void, Failure>?
  }

  private let feed: SinkFeed
  private let form: FrameForm
  private let tracks = ArrivingTracks()
  private let frameRate: FrameRate
  private let isTimed: Bool
  private let state: Mutex<State>
  private let last = Mutex<Failure?>(nil)

  /// The longest times that a program may give, in seconds: far from where numbers end.
  private static let longest = 1e7
  /// The longest time that containers take for a frame, in ticks; a still of a few bytes follows then.
  private static let longestFrame = 1_000_000_000

  /// Opens a film.
  ///
  /// - Throws: what can be refused before work begins.
  init(_ spec: FilmSpec) throws {
    FFmpegLog.leaveLevel()
    let (sink, stream) = try spec.open(tracks)
    (frameRate, isTimed) = (spec.frameRate, spec.isTimed)
    form = sink.form(of: stream)
    state = Mutex(State(canvas: FilmCanvas(size: stream.size, showing: spec.size, layout: spec.layout)))
    feed = try SinkFeed(sink, stream)
  }

  /// The last error.
  var lastFailure: Failure? { last.withLock { $0 } }

  /// Notes an error, and returns its number.
  func note(_ failure: Failure) -> CInt {
    last.withLock { $0 = failure }
    return failure.status
  }

  // MARK: - Frames

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - rects: where it differs from the one before; nil for anywhere.
  ///   - seconds: when it is shown, in the program's seconds; nil for one tick of the rate after the one before.
  func add(
    _ pixels: UnsafeRawPointer?, stride: Int, rects: UnsafeBufferPointer<reel_rect>? = nil, at seconds: Double? = nil
  ) throws {
    try state.withLock { state in
      try requireOpen(state)
      let isFirst = state.sent == 0 && state.held == nil
      let stride = try state.canvas.checked(stride: stride)
      var areas = try rects?.compactMap { try state.canvas.area(of: $0) }
      if isFirst || areas == nil { areas = [state.canvas.whole] }
      if pixels == nil, areas?.isEmpty == false { throw Failure(usage: "the pixels of the frame are NULL") }
      let ticks = isTimed ? try self.ticks(at: seconds, state) : nil
      if seconds != nil, ticks == nil {
        throw Failure(usage: "the film has a constant rate: open it with timed = 1 for frames with times")
      }
      do {
        if let ticks { try sendHeld(until: ticks, &state) }
        var changed =
          pixels.map { state.canvas.put(areas ?? [], of: $0, stride: stride) } ?? Region(of: state.canvas.bitmap.size)
        if isFirst {
          changed = .all(of: state.canvas.bitmap.size)
          state.start = seconds ?? 0
        }
        if let chapter = state.chapter.take() {
          tracks.add(.chapter(chapter), at: ticks.map { Double($0) / 1e6 } ?? frameRate.seconds(ofFrame: state.sent))
        }
        if let ticks {
          state.held = (ticks, changed)
        } else {
          try send(FrameTime(index: state.sent, frameRate: frameRate), changed, &state)
        }
      } catch {
        throw fail(error, &state)
      }
    }
  }

  /// Returns when a frame is shown, in ticks since the first.
  private func ticks(at seconds: Double?, _ state: State) throws -> Int {
    guard let seconds else { return state.held.map { $0.ticks + oneFrame } ?? 0 }
    guard seconds.isFinite, seconds.magnitude <= Self.longest else {
      throw InvalidValue("time", seconds, expected: "a number of seconds, at most \(Int(clamping: Self.longest))")
    }
    let ticks = Int(clamping: ((seconds - (state.start ?? seconds)) * 1e6).rounded())
    if let last = state.held?.ticks, ticks <= last {
      throw Failure(
        usage: "the frame at \(seconds) s is not later than the one before, which is at "
          + "\((state.start ?? 0) + Double(last) / 1e6) s")
    }
    return ticks
  }

  /// One tick of the rate.
  private var oneFrame: Int { max(1, Int(clamping: (1e6 / frameRate.framesPerSecond).rounded())) }

  /// Sends the frame on the canvas, which is shown until a time.
  private func sendHeld(until end: Int, _ state: inout State) throws {
    guard var (ticks, changed) = state.held.take() else { return }
    while ticks < end {
      let duration = min(end - ticks, Self.longestFrame)
      let time = FrameTime(
        index: state.sent, frameRate: frameRate, ticks: ticks, duration: duration, clock: FilmSpec.clock)
      try send(time, changed, &state)
      ticks += duration
      changed = Region(of: state.canvas.bitmap.size)
    }
  }

  private func send(_ time: FrameTime, _ changed: Region, _ state: inout State) throws {
    try feed.send(Frame(time: time, bitmap: state.canvas.bitmap, changed: changed).converted(to: form))
    state.sent += 1
  }

  /// Begins a chapter with the next frame.
  func beginChapter(_ title: UnsafePointer<CChar>?) throws {
    guard let title = title.flatMap({ String(validatingCString: $0) }) else {
      throw Failure(usage: "the title of a chapter is NULL, or not valid UTF-8")
    }
    try state.withLock { state in
      try requireOpen(state)
      state.chapter = title
    }
  }

  // MARK: - The end

  /// Completes the film, or throws again what became of it.
  func finish() throws {
    try state.withLock { state in
      if let end = state.end { return try end.get() }
      do {
        if let held = state.held { try sendHeld(until: held.ticks + oneFrame, &state) }
        try feed.finish(frameCount: state.sent)
        state.end = .success(())
      } catch {
        throw fail(error, &state)
      }
    }
  }

  /// Removes the film, unless it is finished.
  func cancel() {
    state.withLock { state in
      if state.end == nil { feed.cancel() }
      if state.end == nil { state.end = .failure(.closed) }
    }
  }

  private func requireOpen(_ state: State) throws {
    guard let end = state.end else { return }
    try end.get()
    throw Failure(usage: "the film is finished: open another one")
  }

  /// Ends the film with an error.
  private func fail(_ error: any Error, _ state: inout State) -> Failure {
    let failure = Failure(error)
    state.end = .failure(failure)
    return failure
  }
}

extension UnsafeBufferPointer {
  /// Creates a buffer of elements that a C program gave.
  ///
  /// - Throws: `Failure` for a negative number of them, and for NULL.
  init(checking start: UnsafePointer<Element>?, count: Int) throws {
    guard count >= 0, count == 0 || start != nil, count <= 1 << 24 else {
      throw Failure(
        usage: "\(count) rectangles at \(start == nil ? "NULL" : "an address"): give their address and number")
    }
    self.init(start: start, count: count)
  }
}
