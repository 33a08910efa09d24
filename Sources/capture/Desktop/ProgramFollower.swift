import Reel
import ReelDesktop
import ReelPlatform
import Synchronization

/// Follows a filmed program: ends the film with it, and passes signals on to it.
final class ProgramFollower: Sendable {
  /// The state of the program.
  struct State {
    var hasStarted = false
    /// Its exit code; nil while it runs.
    var exitCode: Int32?
    /// The system's number if it could not be started.
    var failed: Int32?
    /// Whether its supervisor ended before it.
    var hasLostSupervisor = false
  }

  private let current = Mutex(State())
  private let observations: DesktopObservations
  private let timeline: DesktopTimeline
  private let discardsSuccess: Bool

  init(observations: DesktopObservations, _ timeline: DesktopTimeline, discardsSuccess: Bool) {
    (self.observations, self.timeline, self.discardsSuccess) = (observations, timeline, discardsSuccess)
  }

  var state: State { current.withLock { $0 } }

  /// Ends the film when the program ends or the supervisor is gone.
  func follow(_ session: DesktopSession, _ recorder: Recorder) async {
    for await report in session.reports {
      switch report {
      case .started: current.withLock { $0.hasStarted = true }
      case .ended(let code):
        current.withLock { $0.exitCode = code }
        if code == 0 { timeline.noteSuccess() }
        if code == 0, discardsSuccess { return observations.discard() }
        return observations.end()
      case .programFailed(let number):
        current.withLock { $0.failed = number }
        return observations.discard()
      default: break
      }
    }
    guard !Task.isCancelled else { return }
    current.withLock { $0.hasLostSupervisor = true }
    recorder.stop()
  }

  /// Passes a signal on to the program, whose end then ends the film; without a program the film ends.
  ///
  /// - Parameter sharesTerminal: Whether the program has the same terminal, which then interrupts it too.
  func interrupt(_ session: DesktopSession?, sharesTerminal: Bool, _ recorder: Recorder) {
    guard let session else { return recorder.stop() }
    let signal = Interruption.latest ?? SIGTERM
    if !sharesTerminal || signal != SIGINT || !state.hasStarted { session.forward(signal) }
  }
}
