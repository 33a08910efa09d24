import ReelCanvas
import ReelGeometry
import ReelTiming

/// Anything that can draw itself at a time.
///
/// A recorder owns its source and calls it from one task at a time, with times that never go back.
/// Layers are such a source (`Stage`); for a drawing without layers there is `DrawingSource`.
public protocol FrameSource {
  /// The size of the frames, in pixels; read once, before the first frame.
  var size: PixelSize { get }

  /// The rate for which the frames are made, where they depend on it; read once, before the first frame. Nil unless a source says otherwise.
  ///
  /// A recorder that is told no rate takes this one.
  var frameRate: FrameRate? { get }

  /// Whether a frame may equal the one before; read once, before the first frame. True unless a source says otherwise.
  ///
  /// A film of H.264 has skipped pictures or B-frames, never both. Where this is false, frames are encoded with B-frames,
  /// which saves about a tenth of the bytes when everything moves; a frame that equals the one before is then encoded too.
  var mayHoldStill: Bool { get }

  /// Whether a frame may be drawn before its time; read once, before the first frame. False unless a source says otherwise.
  ///
  /// True is right for a source whose pictures depend on their times alone. In real time the next frames are then drawn while
  /// there is time, and wait for their ticks, so that a machine that is busy for a moment costs none. A source that
  /// shows something live would show it too early.
  var mayDrawAhead: Bool { get }

  /// Whether frames may be transparent; read once, before the first frame. False unless a source says otherwise: then what is
  /// transparent is shown over black.
  var hasAlpha: Bool { get }

  /// Draws the frame of a time over the frame that was drawn before.
  ///
  /// - Parameters:
  ///   - time: when the frame is shown. Numbers may be skipped in live recording.
  ///   - bitmap: holds the frame drawn before; transparent black before the first.
  /// - Returns: the tiles that may differ from the frame before. Where the region is empty the bitmap must not have been touched:
  ///   such a frame is neither copied nor converted.
  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region
}

extension FrameSource {
  /// A source of which nothing is known may have any rate.
  public var frameRate: FrameRate? { nil }

  /// A source of which nothing is known may hold still.
  public var mayHoldStill: Bool { true }

  /// A source of which nothing is known is opaque.
  public var hasAlpha: Bool { false }

  /// A source of which nothing is known may show something live.
  public var mayDrawAhead: Bool { false }
}
