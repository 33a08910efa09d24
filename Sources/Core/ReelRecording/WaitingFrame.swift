/// A frame on its way from the source to its sink.
struct WaitingFrame: Sendable {
  /// The frame as the sink will receive it.
  let frame: Frame
  /// The memory that it holds, in bytes: 0 for a still.
  let byteCount: Int
  /// The drawing time, which a crash would cost.
  let drawingTime: Duration

  /// The frame's number and time.
  var time: FrameTime { frame.time }

  /// Creates a waiting frame in the form that its sink wants.
  init(_ frame: Frame, drawingTime: Duration = .zero) {
    self.frame = frame
    byteCount = frame.byteCount
    self.drawingTime = drawingTime
  }
}
