import ReelTiming
import ReelVideo

/// The timer of a recording: calls for frame n when the clock says n / rate.
///
/// Deadlines lie on a grid that begins with the first frame, so lateness never adds up. A tick that comes late skips the numbers
/// it missed; they are counted, and the film keeps its length. The last frame of a film is captured however late it is.
struct CaptureLoop<C: Clock> where C.Duration == Duration {
  let clock: C
  let frameRate: FrameRate
  /// The length of the film in frames, or nil to go on until the task is cancelled.
  let frameCount: Int?

  /// What a loop did.
  struct Outcome: Equatable {
    /// The length of the film in frames, missed ones included.
    var frameCount: Int
    /// The ticks that came too late to be captured.
    var missed: Int
  }

  /// Runs until the film has its length, the task is cancelled or `capture` throws.
  ///
  /// Frame 0 is captured before the clock is started: what a first frame costs (fonts, caches) must not make the second one late.
  /// After the last frame the loop waits until that frame's time is over.
  ///
  /// - Parameter capture: draws and hands on one frame.
  /// - Returns: what was captured and missed. Cancellation is the ordinary end of a film without a length, not an error.
  func run(
    isolation: isolated (any Actor)? = #isolation, _ capture: (FrameTime) async throws -> Void
  ) async throws -> Outcome {
    try await capture(FrameTime(index: 0, frameRate: frameRate))
    var outcome = Outcome(frameCount: 1, missed: 0)
    let start = clock.now
    while frameCount.map({ outcome.frameCount < $0 }) ?? true {
      guard await sleep(until: outcome.frameCount, from: start) else { return outcome }
      let due = max(outcome.frameCount, frameRate.frame(at: start.duration(to: clock.now)))
      let index = frameCount.map { min(due, $0 - 1) } ?? due
      outcome.missed += index - outcome.frameCount
      try await capture(FrameTime(index: index, frameRate: frameRate))
      outcome.frameCount = index + 1
    }
    _ = await sleep(until: outcome.frameCount, from: start)
    return outcome
  }

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
