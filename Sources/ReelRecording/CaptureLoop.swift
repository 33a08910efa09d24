import ReelTiming
import ReelVideo

/// The timer of a recording: calls for frame n when the clock says n / rate.
///
/// Deadlines lie on a grid that begins with the first frame, so lateness never adds up. A tick that comes late skips the numbers
/// it missed; they are counted, and the film keeps its length. The last frame of a film is captured however late it is.
///
/// Frames that are drawn ahead of their ticks only wait for them. Each shows its own time, so that one is captured however late
/// its tick comes: between them the machine may be busy with something else for as long as they last.
struct CaptureLoop<C: Clock> where C.Duration == Duration {
  let clock: C
  let frameRate: FrameRate
  /// The length of the film in frames, or nil to go on until the task is cancelled.
  let frameCount: Int?

  /// The most frames that are drawn before their ticks.
  var mostAhead = 0

  /// What a loop did.
  struct Outcome: Equatable {
    /// The length of the film in frames, missed ones included.
    var frameCount: Int
    /// The ticks that came too late to be captured.
    var missed: Int
  }

  /// Runs until the film has its length, the task is cancelled, or drawing or capturing throws.
  ///
  /// Frame 0 is captured, the sink is ready and the first frames ahead are drawn before the clock is started: what they cost
  /// (fonts, caches, fresh memory) must not make a tick late. After the last frame the loop waits until that frame's time is over.
  ///
  /// - Parameters:
  ///   - draw: draws a frame; the numbers rise.
  ///   - capture: hands a frame on, at its tick or later.
  ///   - ready: returns when frames are taken.
  /// - Returns: what was captured and missed. Cancellation is the ordinary end of a film without a length, not an error.
  func run<Drawn: Sendable>(
    isolation: isolated (any Actor)? = #isolation, draw: (FrameTime) throws -> Drawn,
    capture: (Drawn) async throws -> Void, whenReady ready: () async -> Void = {}
  ) async throws -> Outcome {
    try await capture(draw(time(0)))
    var outcome = Outcome(frameCount: 1, missed: 0)
    var ahead: [Drawn] = []
    func drawAhead() throws { ahead.append(try draw(time(outcome.frameCount + ahead.count))) }
    func mayDrawAhead() -> Bool {
      ahead.count < mostAhead && !Task.isCancelled
        && (frameCount.map { outcome.frameCount + ahead.count < $0 } ?? true)
    }
    await ready()
    while mayDrawAhead() { try drawAhead() }
    let start = clock.now
    func due() -> Int { frameRate.frame(at: start.duration(to: clock.now)) }
    while frameCount.map({ outcome.frameCount < $0 }) ?? true {
      while mayDrawAhead(), due() < outcome.frameCount { try drawAhead() }
      guard await sleep(until: outcome.frameCount, from: start) else { return outcome }
      let index = min(max(outcome.frameCount, due()), (frameCount ?? .max) - 1)
      while !ahead.isEmpty, outcome.frameCount <= index {
        try await capture(ahead.removeFirst())
        outcome.frameCount += 1
      }
      if outcome.frameCount <= index {
        outcome.missed += index - outcome.frameCount
        try await capture(draw(time(index)))
        outcome.frameCount = index + 1
      }
    }
    _ = await sleep(until: outcome.frameCount, from: start)
    return outcome
  }

  private func time(_ index: Int) -> FrameTime { FrameTime(index: index, frameRate: frameRate) }

  /// Sleeps until a frame is due; false when the task was cancelled meanwhile.
  private func sleep(
    until index: Int, from start: C.Instant, isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard !Task.isCancelled else { return false }
    let deadline = start.advanced(by: frameRate.time(ofFrame: index))
    // To sleep is to leave the caller's thread and come back, which takes longer than a still.
    if let clock = clock as? VirtualClock, let deadline = deadline as? VirtualClock.Instant {
      clock.advance(to: deadline)
      return true
    }
    do {
      try await clock.sleep(until: deadline, tolerance: .zero)
      return true
    } catch {
      return false
    }
  }
}
