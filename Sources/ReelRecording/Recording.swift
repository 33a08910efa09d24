import ReelGeometry
import ReelVideo

/// A finished film.
public struct Recording: Hashable, Sendable {
  /// What the sink left behind.
  public var output: RecordedOutput
  /// The size of its frames.
  public var size: PixelSize
  /// Its rate.
  public var frameRate: FrameRate
  /// Its length in frames, the missed and the dropped included.
  public var frameCount: Int
  /// What happened to the frames.
  public var statistics: CaptureStatistics

  /// Creates the description of a finished film.
  public init(
    output: RecordedOutput, size: PixelSize, frameRate: FrameRate, frameCount: Int, statistics: CaptureStatistics
  ) {
    self.output = output
    self.size = size
    self.frameRate = frameRate
    self.frameCount = frameCount
    self.statistics = statistics
  }

  /// Its length in seconds: frames / rate.
  public var duration: Double { frameRate.seconds(ofFrame: frameCount) }
}

/// What happened to the frames of a film.
public struct CaptureStatistics: Hashable, Sendable {
  /// Frames that were drawn and handed to the sink.
  public var captured = 0
  /// Those among them that were equal to the one before, so that nothing had to be drawn.
  public var unchanged = 0
  /// Ticks of the clock that came too late; their numbers were skipped.
  public var missed = 0
  /// Frames that were drawn but found the queue to the encoder full.
  public var dropped = 0

  /// Creates statistics of no frame.
  public init() {}
}

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
