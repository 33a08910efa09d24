/// A frame on its way from the source to its sink.
struct WaitingFrame: Sendable {
  /// What the sink will receive.
  let frame: Frame
  /// The memory that it holds, in bytes: none for a still.
  let byteCount: Int
  /// How long drawing took, which is what a crash would cost.
  let drawingTime: Duration

  /// Which frame of the film it is.
  var time: FrameTime { frame.time }

  /// Creates a waiting frame in the form that its sink wants.
  init(_ frame: Frame, drawingTime: Duration = .zero) {
    self.frame = frame
    byteCount = frame.byteCount
    self.drawingTime = drawingTime
  }
}
