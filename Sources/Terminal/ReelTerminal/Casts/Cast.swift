import ReelGeometry

/// A recorded terminal session: a program's output with times.
///
/// It is read from an asciicast of version 1, 2 or 3, as asciinema records them, or from a ttyrec, either of them
/// optionally gzipped, or from a typescript of `script` with its timing.
///
///     let cast = try Cast(bytes)
///     let film = TerminalFilm(cast)
public struct Cast: Hashable, Sendable {
  /// Something that happened in a session.
  public enum Event: Hashable, Sendable {
    /// The program wrote text.
    case output(String)
    /// A key was pressed, or text was pasted.
    case input(String)
    /// The terminal was resized, in cells.
    case resize(columns: Int, rows: Int)
    /// A marker was set, possibly with a label.
    case marker(String)
  }

  /// An event with its time.
  public struct TimedEvent: Hashable, Sendable {
    /// Seconds from the beginning; never less than for the previous event.
    public var time: Double
    /// The event.
    public var event: Event

    /// Creates an event at a time.
    public init(_ time: Double, _ event: Event) { (self.time, self.event) = (time, event) }
  }

  /// The number of cells in a row at the beginning.
  public var columns: Int
  /// The number of rows at the beginning.
  public var rows: Int
  /// The session's title; nil for none.
  public var title: String?
  /// The longest pause to show, in seconds, according to the recording; nil for no limit.
  public var idleLimit: Double?
  /// The colours of the recorded terminal; nil if the recording does not include them.
  public var theme: TerminalPalette?
  /// The events in order of time.
  public var events: [TimedEvent]
  /// The end of the session, in seconds; not before its last event.
  public var duration: Double
  /// The program's exit code as shells report it; nil if the recording does not include it.
  public var exitCode: Int?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row, 1 to 1000.
  ///   - rows: The number of rows, 1 to 1000.
  ///   - events: The events in order of time.
  public init(columns: Int = 80, rows: Int = 24, events: [TimedEvent] = []) {
    (self.columns, self.rows, self.events) = (columns, rows, events)
    duration = events.last?.time ?? 0
  }

  /// Returns the session in a terminal of a fixed size.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row, which overrides the recording's; nil to keep the recording's.
  ///   - rows: The number of rows; nil to keep the recording's.
  package func sized(columns: Int?, rows: Int?) -> Cast {
    guard columns != nil || rows != nil else { return self }
    var cast = self
    cast.columns = columns ?? cast.columns
    cast.rows = rows ?? cast.rows
    for index in cast.events.indices {
      guard case .resize(let width, let height) = cast.events[index].event else { continue }
      cast.events[index].event = .resize(columns: columns ?? width, rows: rows ?? height)
    }
    return cast
  }

  /// The largest terminal size during the session, in cells.
  var largest: (columns: Int, rows: Int) {
    var largest = (columns: columns, rows: rows)
    for case .resize(let columns, let rows) in events.lazy.map(\.event) {
      largest = (max(largest.columns, columns), max(largest.rows, rows))
    }
    return largest
  }
}

/// The reason why a recording cannot be read: one line with the line number and the problem.
public struct CastError: ReelError, Hashable {
  /// The exit status of a command that fails with this error.
  public var exitStatus: ExitStatus { .badInput }

  /// The line number, from 1; nil if the error concerns the whole file.
  public var line: Int?
  /// The problem.
  public var reason: String

  /// Creates an error.
  public init(line: Int? = nil, _ reason: String) { (self.line, self.reason) = (line, reason) }

  /// `line 3: expected …`, or the problem of the whole file.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
