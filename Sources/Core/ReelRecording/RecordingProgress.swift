/// The progress of a recording.
public struct RecordingProgress: Hashable, Sendable {
  /// The counts of frames so far.
  public var statistics: CaptureStatistics
  /// The frame that was captured last.
  public var time: FrameTime
  /// The length of the film in frames, or nil if it continues until `stop()`.
  public var frameCount: Int?
  /// The number of frames that would survive a crash now, or nil if nothing is kept or the sink does not know.
  ///
  /// It lags behind the captured frames: the others are queued, in the encoder, or in the open fragment.
  public var savedFrameCount: Int?

  /// Creates a state of a recording.
  public init(statistics: CaptureStatistics, time: FrameTime, frameCount: Int?, savedFrameCount: Int? = nil) {
    self.statistics = statistics
    self.time = time
    self.frameCount = frameCount
    self.savedFrameCount = savedFrameCount
  }

  /// The completed fraction, 0…1, or nil if the length is unknown.
  public var fraction: Double? { frameCount.map { Double(time.index + 1) / Double($0) } }
}
