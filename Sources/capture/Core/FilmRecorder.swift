import Reel

/// A recorder of a film for the command, in one pass or in several jobs.
protocol FilmRecorder: Sendable {
  /// The newest state of the recording, until its end.
  var progress: AsyncStream<RecordingProgress> { get }
  /// The film, once it is complete.
  var recording: Recording { get async throws }

  /// The number of parallel jobs; nil for one.
  var jobs: Int? { get }
  /// The number of segments reused from an earlier recording.
  var takenUpCount: Int { get }

  /// Starts recording and returns at once.
  func begin(frameCount: Int) throws
  /// Ends the film with the frames captured so far.
  func stop()
}

extension FilmRecorder {
  var jobs: Int? { nil }
  var takenUpCount: Int { 0 }
}

extension Recorder: FilmRecorder {
  func begin(frameCount: Int) throws { try start(frameCount: frameCount) }
}
