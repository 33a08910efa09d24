/// Receives the progress and the result of a recording.
///
/// The methods are called one at a time. A class on the main actor can conform: the recorder waits for its turn.
public protocol RecorderDelegate: AnyObject, Sendable {
  /// Called once when the film is complete: its file is closed and has its name. Never called with `didFail`.
  func recorder(_ recorder: Recorder, didFinish recording: Recording) async

  /// Called once if there will be no film. Never called with `didFinish`.
  func recorder(_ recorder: Recorder, didFail error: any Error) async

  /// Called after a frame was captured, with the latest state only: calls are skipped while an earlier one is being
  /// handled.
  func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) async
}

extension RecorderDelegate {
  /// Does nothing.
  public func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) async {}
}
