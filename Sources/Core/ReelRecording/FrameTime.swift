import ReelTiming
import ReelVideo

/// When a frame of a film is shown: its number, its exact time and how long it is shown.
///
/// Frames lie on the grid of a rate, unless their source gives them times of their own.
public struct FrameTime: Hashable, Sendable {
  /// The number of the frame, from 0.
  public let index: Int
  /// The rate of the film, on average where it varies.
  public let frameRate: FrameRate
  /// The frame's own time; nil on the grid.
  package let own: Own?

  /// A time on a clock of the source.
  package struct Own: Hashable, Sendable {
    var span: FrameSpan
    var clock: TimeBase
  }

  /// Creates the time of a frame on the grid of a rate.
  public init(index: Int, frameRate: FrameRate) {
    self.index = index
    self.frameRate = frameRate
    own = nil
  }

  /// Creates the time of a frame that does not lie on the grid.
  ///
  /// - Parameters:
  ///   - index: Its number.
  ///   - frameRate: The rate of the film, on average.
  ///   - ticks: When it is shown, in ticks of the clock.
  ///   - duration: How long it is shown, in ticks.
  ///   - clock: The same for all frames of a film.
  public init(index: Int, frameRate: FrameRate, ticks: Int, duration: Int, clock: TimeBase) {
    self.index = index
    self.frameRate = frameRate
    own = Own(span: FrameSpan(pts: ticks, duration: duration), clock: clock)
  }

  /// The exact time at which it is shown.
  public var pts: MediaTime { own.map { $0.clock.time($0.span.pts) } ?? TimeBase(frameRate).time(index) }

  /// The exact length of time for which it is shown.
  public var duration: MediaTime { own.map { $0.clock.time($0.span.duration) } ?? TimeBase(frameRate).time(1) }

  /// The seconds since frame 0, correctly rounded.
  public var seconds: Double { own == nil ? frameRate.seconds(ofFrame: index) : pts.seconds }
}
