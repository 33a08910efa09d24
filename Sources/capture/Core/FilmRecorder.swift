import Reel

/// What records a film for the command: in one go, or in several jobs.
protocol FilmRecorder: Sendable {
  /// The newest state of the recording, until its end.
  var progress: AsyncStream<RecordingProgress> { get }
  /// The film, as soon as it is complete.
  var recording: Recording { get async throws }

  /// How many pieces are made at the same time; nil for one.
  var jobs: Int? { get }
  /// How many pieces an earlier recording had left.
  var takenUpCount: Int { get }

  /// Starts recording and returns at once.
  func begin(frameCount: Int) throws
  /// Ends the film with what was captured so far.
  func stop()
}

extension FilmRecorder {
  var jobs: Int? { nil }
  var takenUpCount: Int { 0 }
}

extension Recorder: FilmRecorder {
  func begin(frameCount: Int) throws { try start(frameCount: frameCount) }
}
