import ReelTiming
import ReelVideo

/// The timer of a recording: requests frame n when the clock says n / rate.
///
/// Deadlines lie on a grid that begins with the first frame, so delays never add up. A late tick skips the numbers
/// it missed; they are counted, and the film keeps its length. The last frame is captured however late it is.
///
/// Frames drawn ahead only wait for their ticks. Each shows its own time, so it is captured however late
/// its tick comes: while they last, the machine may be busy with something else.
struct CaptureLoop<Timer: FrameTimer> {
  let timer: Timer
  let frameRate: FrameRate
  /// The length of the film in frames, or nil to continue until the task is cancelled.
  let frameCount: Int?

  /// The maximum number of frames drawn ahead.
  var maxAhead = 0

  /// The result of a loop.
  struct Outcome: Equatable {
    /// The length of the film in frames, including missed ones.
    var frameCount: Int
    /// The ticks that came too late to be captured.
    var missed: Int
  }

  /// Runs until the film is complete, the task is cancelled, or drawing or capturing throws.
  ///
  /// The clock starts after frame 0 is captured, the sink is ready and the first frames ahead are drawn, so that their cost
  /// (fonts, caches, fresh memory) makes no tick late. After the last frame the loop waits until that frame's time is over.
  ///
  /// - Parameters:
  ///   - draw: draws a frame, or returns nil where the film is over; indices increase.
  ///   - capture: passes a frame on, at its tick or later.
  ///   - ready: returns when frames are taken.
  /// - Returns: what was captured and missed. Cancellation is the ordinary end of a film without a length, not an error.
  func run<Drawn: Sendable>(
    isolation: isolated (any Actor)? = #isolation, draw: (FrameTime) throws -> Drawn?,
    capture: (Drawn) async throws -> Void, whenReady ready: () async -> Void = {}
  ) async throws -> Outcome {
    guard let first = try draw(time(0)) else { return Outcome(frameCount: 0, missed: 0) }
    try await capture(first)
    var outcome = Outcome(frameCount: 1, missed: 0)
    var ahead: [Drawn] = []
    var frameCount = frameCount
    func drawAhead() throws {
      guard let frame = try draw(time(outcome.frameCount + ahead.count)) else {
        return frameCount = outcome.frameCount + ahead.count
      }
      ahead.append(frame)
    }
    func mayDrawAhead() -> Bool {
      ahead.count < maxAhead && !Task.isCancelled
        && (frameCount.map { outcome.frameCount + ahead.count < $0 } ?? true)
    }
    await ready()
    while mayDrawAhead() { try drawAhead() }
    let start = timer.now
    func due() -> Int { frameRate.frame(at: start.duration(to: timer.now)) }
    while frameCount.map({ outcome.frameCount < $0 }) ?? true {
      while mayDrawAhead(), due() < outcome.frameCount { try drawAhead() }
      guard await sleep(until: outcome.frameCount, from: start) else { return outcome }
      let index = min(max(outcome.frameCount, due()), (frameCount ?? .max) - 1)
      while !ahead.isEmpty, outcome.frameCount <= index {
        try await capture(ahead.removeFirst())
        outcome.frameCount += 1
      }
      if outcome.frameCount <= index {
        guard let frame = try draw(time(index)) else { break }
        outcome.missed += index - outcome.frameCount
        try await capture(frame)
        outcome.frameCount = index + 1
      }
    }
    _ = await sleep(until: outcome.frameCount, from: start)
    return outcome
  }

  private func time(_ index: Int) -> FrameTime { FrameTime(index: index, frameRate: frameRate) }

  /// Sleeps until a frame is due; false if the task was cancelled meanwhile.
  private nonisolated(nonsending) func sleep(until index: Int, from start: Timer.Instant) async -> Bool {
    guard !Task.isCancelled else { return false }
    return await timer.wait(until: start.advanced(by: frameRate.time(ofFrame: index)))
  }
}
