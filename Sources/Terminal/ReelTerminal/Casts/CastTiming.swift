import ReelGeometry

/// When each event of a session is shown.
package struct CastTiming: Sendable {
  /// The time of each event in the film, in seconds, in order; what happened before the film begins is at 0.
  package let times: [Double]
  /// How many of the events are shown.
  package let count: Int
  /// How long the session takes in the film, in seconds, without what is held at the end.
  package let duration: Double

  /// Maps the times of a session.
  ///
  /// - Parameters:
  ///   - cast: the session.
  ///   - options: which part of it is shown, and how fast.
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

/// Which part of a session is shown, and how fast.
public struct TerminalReplay: Hashable, Sendable {
  /// The session's seconds in one second of film, above 0.
  public var speed = 1.0
  /// Pauses that are longer are cut to this, in seconds of the session; nil for what the recording says.
  public var idleLimit: Double?
  /// Where in the session the film begins, in seconds.
  public var from = 0.0
  /// Where in the session it ends, in seconds; nil for its end.
  public var to: Double?
  /// How long the last picture stays, in seconds.
  public var hold = 1.5
  /// The number of columns of the terminal, whatever the recording says; nil for what it says.
  public var columns: Int?
  /// The number of rows of the terminal; nil for what the recording says.
  public var rows: Int?

  /// Shows all of a session as it was.
  public init() {}
}
