import ReelCanvas
import ReelGeometry

/// A source that draws each frame from scratch with a closure.
///
/// The shortest way to a film: the closure gets a context over an empty frame and the seconds since the start. It is
/// called on the recorder's thread and cannot change captured variables; for a drawing with state, write a
/// `FrameSource`.
public struct DrawingSource: FrameSource, Sendable {
  /// The size of the frames, in pixels.
  public let size: PixelSize
  /// False: each frame is drawn from scratch and never compared with the one before.
  public var mayHoldStill: Bool { false }
  /// Whether the closure draws the same picture for a given time on every call, so that frames may be drawn early.
  public var mayDrawAhead = false
  private let draw: @Sendable (GraphicsContext, Double) throws -> Void

  /// Creates a source of frames of a given size.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - draw: Draws one frame; its second argument is the time in seconds.
  public init(
    width: Int, height: Int, draw: @escaping @Sendable (GraphicsContext, Double) throws -> Void
  ) {
    size = PixelSize(width: width, height: height)
    self.draw = draw
  }

  /// Clears the frame and calls the closure.
  public func draw(at time: FrameTime, into bitmap: inout Bitmap) throws -> Region {
    try bitmap.draw { context in
      context.clear()
      try draw(context, time.seconds)
    }
    return .all(of: size)
  }
}
