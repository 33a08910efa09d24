import ReelCanvas
import ReelGeometry
import ReelTiming

/// Draws frames at given times.
///
/// A recorder owns its source and calls it from one task at a time, with times that never go back.
/// A `Stage` of layers is a source; for a drawing without layers there is `DrawingSource`.
public protocol FrameSource {
  /// The size of the frames, in pixels; read once, before the first frame.
  var size: PixelSize { get }

  /// The frame rate that the frames are made for, if they depend on one; read once, before the first frame. Nil by default.
  ///
  /// A recorder that is given no rate uses this one.
  var frameRate: FrameRate? { get }

  /// The clock of the frames' own times; read once, before the first frame. Nil by default: frames lie on the grid of the recorder's rate.
  var frameClock: TimeBase? { get }

  /// The number of frames, if known; read once, before the first frame. Nil by default.
  var expectedFrameCount: Int? { get }

  /// Returns when the next frame is shown, or nil where the film is over; by default there is a frame at every tick.
  ///
  /// It is called before each `draw`.
  ///
  /// - Parameter tick: The number of the frame, and its time on the grid. A source with a clock returns the frame's own time
  ///   with the same number.
  mutating func time(atTick tick: FrameTime) throws -> FrameTime?

  /// Whether a frame may equal the one before; read once, before the first frame. True by default.
  ///
  /// An H.264 film has skipped pictures or B-frames, never both. If this is false the film has B-frames,
  /// which save about a tenth of the bytes if everything moves; a frame that equals the one before is then encoded too.
  var mayHoldStill: Bool { get }

  /// Whether a frame may be drawn before its time; read once, before the first frame. False by default.
  ///
  /// Return true for a source whose pictures depend only on time. In real time the next frames are then drawn early
  /// and wait for their ticks, so that a machine that is busy for a moment costs no frame. A source that
  /// shows something live would show it too early.
  var mayDrawAhead: Bool { get }

  /// Whether frames may be transparent; read once, before the first frame. False unless a source says otherwise: then what is
  /// transparent is shown over black.
  var hasAlpha: Bool { get }

  /// Draws the frame of a time over the frame that was drawn before.
  ///
  /// - Parameters:
  ///   - time: when the frame is shown. Numbers may be skipped in live recording.
  ///   - bitmap: holds the previous frame; transparent black before the first.
  /// - Returns: the tiles that may differ from the frame before. If the region is empty the bitmap must be untouched:
  ///   such a frame is neither copied nor converted.
  mutating func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region
}

extension FrameSource {
  /// Nil: an unknown source works at any rate.
  public var frameRate: FrameRate? { nil }

  /// Nil: frames lie on the grid.
  public var frameClock: TimeBase? { nil }

  /// Nil: unknown.
  public var expectedFrameCount: Int? { nil }

  /// The tick: there is a frame at each.
  public mutating func time(atTick tick: FrameTime) throws -> FrameTime? { tick }

  /// True: an unknown source may hold still.
  public var mayHoldStill: Bool { true }

  /// A source of which nothing is known is opaque.
  public var hasAlpha: Bool { false }

  /// A source of which nothing is known may show something live.
  public var mayDrawAhead: Bool { false }
}
