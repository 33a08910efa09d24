import ReelGeometry

/// The time in the film of each event of a session.
package struct CastTiming: Sendable {
  /// The time of each event in the film, in seconds, in order.
  ///
  /// Events before the film's beginning are at 0.
  package let times: [Double]
  /// The number of events shown.
  package let count: Int
  /// The length of the session in the film, in seconds, without the hold at the end.
  package let duration: Double

  /// Maps the times of a session.
  ///
  /// - Parameters:
  ///   - cast: The session.
  ///   - options: The part of it to show, and how fast.
  package init(_ cast: Cast, _ options: TerminalReplay) {
    let end = min(max(options.from, options.to ?? cast.duration), max(options.from, cast.duration))
    let longest = options.idleLimit ?? cast.idleLimit ?? .infinity
    var (last, film) = (options.from, 0.0)
    var times: [Double] = []
    times.reserveCapacity(cast.events.count)
    for event in cast.events {
      guard event.time <= end else { break }
      if event.time > last {
        film += min(event.time - last, longest) / options.speed
        last = event.time
      }
      times.append(film)
    }
    self.times = times
    count = times.count
    duration = film + min(end - last, longest) / options.speed
  }
}

/// The part of a session to show, and how fast.
public struct TerminalReplay: Hashable, Sendable {
  /// Seconds of the session per second of film; above 0.
  public var speed = 1.0
  /// Longer pauses are cut to this, in seconds of the session; nil for the recording's own limit.
  public var idleLimit: Double?
  /// The beginning of the film in the session, in seconds.
  public var from = 0.0
  /// The end of the film in the session, in seconds; nil for the session's end.
  public var to: Double?
  /// How long the last picture stays, in seconds.
  public var hold = 1.5
  /// The terminal's number of columns, which overrides the recording's; nil for the recording's.
  public var columns: Int?
  /// The terminal's number of rows; nil for the recording's.
  public var rows: Int?

  /// Shows a whole session at its original speed.
  public init() {}
}
