import ReelFiles
import ReelVideo

/// The form in which a sink receives frames.
public enum FrameForm: Hashable, Sendable {
  /// The picture, as `Frame.bitmap`.
  case pixels
  /// The converted samples of the changes, for sinks of this library.
  ///
  /// They are converted on the drawing thread, so that the framebuffer is free again when a frame is sent.
  case samples(PixelFormat)
  /// The samples that the source offers (`FrameStream.samples`), as they are; for sinks of this library.
  case source
  /// Pixels, and beside them the samples that the source offers: for several sinks, some of which take samples.
  case both

  /// Whether frames have pixels.
  var hasPixels: Bool { self == .pixels || self == .both }
}

/// Receives frames: a movie, a folder of pictures, a test.
///
/// A recorder asks for the `form` of the frames, calls `begin` once, `append` for each frame in order, then `finish`. If anything fails, including the sink's own methods,
/// it calls `cancel` once instead and nothing afterwards.
public protocol FrameSink: Sendable {
  /// The form in which the sink takes frames; pixels by default.
  ///
  /// It is needed before `begin`, because the first frame is drawn and converted while the sink opens.
  func form(of stream: FrameStream) -> FrameForm

  /// Checks whether a film can be made, before anything is drawn; nothing is opened or changed.
  ///
  /// - Parameters:
  ///   - stream: the frames that would come.
  ///   - frameCount: how many, if that is known.
  /// - Returns: by how much the disk may be too small; nil, the default, if it suffices or is unknown.
  /// - Throws: what `begin` would refuse too.
  func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage?

  /// The number of frames that would survive a crash of the process now, available without waiting for the sink; nil by
  /// default, if nothing is kept or the number is unknown.
  var savedFrameCount: Int? { get }

  /// Prepares for frames, and refuses whatever can be refused before work begins.
  func begin(_ stream: FrameStream) async throws

  /// Receives one frame. Indices increase; a missing index is a frame that was dropped.
  func append(_ frame: Frame) async throws

  /// Completes the output.
  ///
  /// - Parameter frameCount: the length of the film in frames; the last picture is shown until then.
  func finish(frameCount: Int) async throws -> RecordedOutput

  /// Cancels: removes the unfinished output and keeps what was there before.
  ///
  /// A sink whose own failure left something worth keeping, such as an unfinished movie on a full disk, keeps it.
  func cancel() async

  /// Ends at once after `Recorder.abandon()`: unfinished output stays if it can be finished later.
  ///
  /// It is called instead of `cancel`, which it calls by default.
  ///
  /// - Returns: the path of what was kept, or nil.
  func abandon() async -> String?

  /// Ends because the source broke off, as a program that died: everything that came is written, and unfinished output stays
  /// if it can be finished later.
  ///
  /// It is called instead of `cancel`. By default it calls `abandon`.
  ///
  /// - Returns: the path of what was kept, or nil.
  func breakOff() async -> String?
}

extension FrameSink {
  /// Keeps nothing.
  public func abandon() async -> String? {
    await cancel()
    return nil
  }

  /// Abandons the output.
  public func breakOff() async -> String? { await abandon() }

  /// Nil: nobody can tell.
  public var savedFrameCount: Int? { nil }

  /// Takes pixels.
  public func form(of stream: FrameStream) -> FrameForm { .pixels }

  /// Accepts any film.
  public func preflight(_ stream: FrameStream, frameCount: Int?) throws -> SpaceShortage? { nil }
}
