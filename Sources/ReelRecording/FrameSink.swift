import ReelFiles
import ReelVideo

/// What a sink is given of each frame.
public enum FrameForm: Hashable, Sendable {
  /// The picture, as `Frame.bitmap`.
  case pixels
  /// The converted samples of what changed, for sinks of this library.
  ///
  /// They are converted on the thread that draws, so that the framebuffer is free again when a frame is sent.
  case samples(PixelFormat)
}

/// Where frames go: a movie, a folder of pictures, a test.
///
/// A recorder asks for the `form` of the frames, calls `begin` once, `append` for each frame in order, then `finish`. When anything fails, the sink's own methods
/// included, it calls `cancel` once instead and nothing afterwards.
public protocol FrameSink: Sendable {
  /// What the sink wants of each frame: pixels, as here, unless it says otherwise.
  ///
  /// It is known before `begin`, since the first frame is drawn and converted while the sink opens.
  func form(of stream: FrameStream) -> FrameForm

  /// Checks whether a film can be made, before anything is drawn; nothing is opened or changed.
  ///
  /// - Parameters:
  ///   - stream: the frames that would come.
  ///   - frameCount: how many, where that is known.
  /// - Returns: by how much the disk may be too small; nil, as here, if it is large enough or nobody can tell.
  /// - Throws: what `begin` would refuse too.
  func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage?

  /// The frames that a crash of the process would not cost now, known without waiting for the sink; nil, as here, where nothing
  /// is kept or nobody can tell.
  var savedFrameCount: Int? { get }

  /// Prepares for frames; refuses here whatever can be refused before work begins.
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
  /// It comes instead of `cancel`, which is what it calls by default.
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

  /// Nil: nobody can tell.
  public var savedFrameCount: Int? { nil }

  /// Takes pixels.
  public func form(of stream: FrameStream) -> FrameForm { .pixels }

  /// Has nothing to say against any film.
  public func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? { nil }
}
