import ReelGeometry
import ReelTiming
import ReelVideo

/// Where frames go: a movie, a folder of pictures, a test.
///
/// A recorder calls `begin` once, `append` for each frame in order, then `finish`. When anything fails, the sink's own methods
/// included, it calls `cancel` once instead and nothing afterwards.
public protocol FrameSink: Sendable {
  /// Prepares for frames of a size and rate; refuses here whatever can be refused before work begins.
  func begin(size: PixelSize, frameRate: FrameRate) async throws

  /// Prepares likewise, and is told all that is known of the frames.
  ///
  /// This is what a recorder calls. By default it calls the other one.
  func begin(_ stream: FrameStream) async throws

  /// Takes one frame. Frames come with rising indices; a missing index is a frame that was dropped.
  func append(_ frame: Frame) async throws

  /// Completes the output.
  ///
  /// - Parameter frameCount: the length of the film in frames; the last picture stays on until then.
  func finish(frameCount: Int) async throws -> RecordedOutput

  /// Gives up: what was begun is removed, what was there before stays.
  ///
  /// A sink whose own failure left something worth keeping, such as an unfinished movie on a full disk, keeps it.
  func cancel() async

  /// Ends at once after `Recorder.abandon()`: what was written stays, unfinished, where there is a way to finish it later.
  ///
  /// It comes in the place of `cancel`, which is what it calls by default.
  ///
  /// - Returns: the path of what was kept, or nil.
  func abandon() async -> String?
}

extension FrameSink {
  /// Keeps nothing.
  public func abandon() async -> String? {
    await cancel()
    return nil
  }

  /// Prepares as for every stream of this size and rate.
  public func begin(_ stream: FrameStream) async throws {
    try await begin(size: stream.size, frameRate: stream.frameRate)
  }
}
