/// A frame between the one who draws it and its sink.
struct WaitingFrame: Sendable {
  /// What the sink will be given.
  let frame: Frame
  /// The memory that it keeps, in bytes: none for a still.
  let byteCount: Int
  /// What it took to draw, and what a crash would cost.
  let drawingTime: Duration

  /// Which frame of the film it is.
  var time: FrameTime { frame.time }

  /// Makes a frame wait, in the form that its sink wants.
  init(_ frame: Frame, drawingTime: Duration = .zero) {
    self.frame = frame
    byteCount = frame.byteCount
    self.drawingTime = drawingTime
  }
}
