/// How far a recording has come.
public struct RecordingProgress: Hashable, Sendable {
  /// The frames handed on so far.
  public var statistics: CaptureStatistics
  /// The frame that was captured last.
  public var time: FrameTime
  /// The length of the film in frames, or nil when it goes on until `stop()`.
  public var frameCount: Int?
  /// The frames that a crash of the process would not cost now, or nil where nothing is kept or the sink does not tell.
  ///
  /// They follow those that were handed on at some distance: the others wait, are in the encoder, or in the fragment that is open.
  public var savedFrameCount: Int?

  /// Creates a state of a recording.
  public init(statistics: CaptureStatistics, time: FrameTime, frameCount: Int?, savedFrameCount: Int? = nil) {
    self.statistics = statistics
    self.time = time
    self.frameCount = frameCount
    self.savedFrameCount = savedFrameCount
  }

  /// The part that is done, 0…1, or nil when the length is not known.
  public var fraction: Double? { frameCount.map { Double(time.index + 1) / Double($0) } }
}
