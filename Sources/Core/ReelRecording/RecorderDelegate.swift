/// Receives the progress and the result of a recording.
///
/// The methods are called one at a time. A class on the main actor can conform: the recorder waits for its turn.
public protocol RecorderDelegate: AnyObject, Sendable {
  /// The film is complete: its file is closed and has its name. Called once, never with `didFail`.
  func recorder(_ recorder: Recorder, didFinish recording: Recording) async

  /// There will be no film. Called once, never with `didFinish`.
  func recorder(_ recorder: Recorder, didFail error: any Error) async

  /// A frame was captured. The latest state only: calls are skipped while an earlier one is being handled.
  func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) async
}

extension RecorderDelegate {
  /// Does nothing.
  public func recorder(_ recorder: Recorder, didCapture progress: RecordingProgress) async {}
}
