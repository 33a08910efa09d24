import ReelGeometry
import ReelTracing

/// Maps the times of a session to the times of its film.
///
/// A film begins with the first event, or with the session's time 0 if it runs live. Its times are the session's own, divided by the
/// speed; only long pauses are cut. Nothing is rounded to frames, so nothing drifts.
public struct ReplayTiming: Hashable, Sendable {
  /// A stretch of the session between cut pauses.
  private struct Stretch: Hashable {
    /// The start in the session, in milliseconds.
    var session: Double
    /// The start in the film before the speed is applied, in milliseconds.
    var film: Double
  }

  private var stretches: [Stretch] = []
  private var lastEvent = 0.0
  /// The requested replay options.
  public let options: ReplayOptions
  /// The session's seconds per second of film.
  public private(set) var speed: Double
  /// How long the finished picture is held at the end, in seconds.
  public var hold: Double { options.hold }
  /// The number of pauses that were cut short.
  public private(set) var cutPauses = 0

  /// Plans the film of a session.
  ///
  /// - Parameters:
  ///   - events: in order of time.
  ///   - speed: the session's seconds per second of film, above 0.
  ///   - maxPause: the maximum pause between two events, in seconds of the session; longer pauses are cut. Nil keeps all pauses.
  ///   - hold: how long the finished picture is held at the end, in seconds, 0 or more.
  ///   - length: the length of the whole film in seconds, which then determines the speed; nil for the session's own length.
  /// - Throws: `InvalidValue` for numbers out of range, or a length that does not exceed `hold`.
  public init(
    events: some Sequence<TouchEvent>, speed: Double = 1, maxPause: Double? = nil, hold: Double = 1.5,
    length: Double? = nil
  ) throws(InvalidValue) {
    var options = ReplayOptions()
    (options.speed, options.maxPause, options.hold, options.length) = (speed, maxPause, hold, length)
    try self.init(events: events, options)
  }

  /// Plans the film of a session.
  ///
  /// - Parameters:
  ///   - events: in order of time.
  ///   - options: the speed and the pauses.
  /// - Throws: `InvalidValue` for numbers out of range, or a length that does not exceed the hold.
  public init(events: some Sequence<TouchEvent>, _ options: ReplayOptions) throws(InvalidValue) {
    let (speed, hold) = (options.speed, options.hold)
    guard speed > 0, speed.isFinite else { throw InvalidValue("speed", speed, expected: "more than 0") }
    if let maxPause = options.maxPause, !(maxPause >= 0) {
      throw InvalidValue("longest pause", maxPause, expected: "0 seconds or more")
    }
    guard hold >= 0, hold.isFinite else { throw InvalidValue("hold", hold, expected: "0 seconds or more") }
    self.options = options
    self.speed = speed
    if options.isLive { add(0) }
    for event in events { add(event.milliseconds) }
    guard let length = options.length else { return }
    guard length > hold else {
      throw InvalidValue("length", length, expected: "more than the \(hold) seconds that the finished picture is held")
    }
    if playedMilliseconds > 0 { self.speed = playedMilliseconds / 1000 / (length - hold) }
  }

  /// Appends the time of an event.
  private mutating func add(_ time: Double) {
    guard let current = stretches.last else {
      stretches = [Stretch(session: time, film: 0)]
      lastEvent = time
      return
    }
    let longest = options.maxPause.map { $0 * 1000 } ?? .infinity
    if time - lastEvent > longest {
      let end = current.film + (lastEvent - current.session)
      stretches.append(Stretch(session: time, film: end + longest))
      cutPauses += 1
    }
    lastEvent = max(lastEvent, time)
  }

  private var playedMilliseconds: Double {
    stretches.last.map { $0.film + lastEvent - $0.session } ?? 0
  }

  /// The duration of the events in the film, in seconds, without the hold.
  public var replayDuration: Double { playedMilliseconds / 1000 / speed }

  /// The length of the film in seconds.
  public var duration: Double { replayDuration + hold }

  /// Returns the film's time at which an event is shown, in seconds.
  public func filmTime(of milliseconds: Double) -> Double {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].session <= milliseconds { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return 0 }
    let stretch = stretches[low - 1]
    let end = low < stretches.count ? stretches[low].film : .infinity
    return min(end, stretch.film + milliseconds - stretch.session) / 1000 / speed
  }

  /// Returns the number of frames of the film, the last of which shows the finished picture.
  ///
  /// - Parameter framesPerSecond: The rate of the recording.
  public func frameCount(framesPerSecond: Double) -> Int {
    let whole = Int(clamping: (duration * framesPerSecond).rounded())
    let finished = Int(clamping: (replayDuration * framesPerSecond).rounded(.up)) + 1
    return max(whole, finished)
  }
}
