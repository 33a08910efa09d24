/// How far a recording has come.
public struct RecordingProgress: Hashable, Sendable {
  /// The frames handed on so far.
  public var statistics: CaptureStatistics
  /// The frame that was captured last.
  public var time: FrameTime
  /// The length of the film in frames, or nil when it goes on until `stop()`.
  public var frameCount: Int?

  /// Creates a state of a recording.
  public init(statistics: CaptureStatistics, time: FrameTime, frameCount: Int?) {
    self.statistics = statistics
    self.time = time
    self.frameCount = frameCount
  }

  /// The part that is done, 0…1, or nil when the length is not known.
  public var fraction: Double? { frameCount.map { Double(time.index + 1) / Double($0) } }
}
