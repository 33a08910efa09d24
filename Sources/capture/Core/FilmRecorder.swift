import Reel
import ReelFarm

/// What records a film for the command: in one go, or in several jobs.
protocol FilmRecorder: Sendable {
  /// The newest state of the recording, until its end.
  var progress: AsyncStream<RecordingProgress> { get }
  /// The film, as soon as it is complete.
  var recording: Recording { get async throws }

  /// Starts recording and returns at once.
  func begin(frameCount: Int) throws
  /// Ends the film with what was captured so far.
  func stop()
}

extension Recorder: FilmRecorder {
  func begin(frameCount: Int) throws { try start(frameCount: frameCount) }
}

extension ParallelRecorder: FilmRecorder {
  func begin(frameCount: Int) { start() }
}
