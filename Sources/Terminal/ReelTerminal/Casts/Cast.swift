import ReelGeometry

/// A recorded terminal session: what its program wrote, and when.
///
/// It is read from an asciicast of version 1, 2 or 3, as asciinema records them, or from a ttyrec, each also packed with
/// gzip; or from a typescript with its timing, as `script` writes them.
///
///     let cast = try Cast(bytes)
///     let film = TerminalFilm(cast)
public struct Cast: Hashable, Sendable {
  /// Something that happened.
  public enum Event: Hashable, Sendable {
    /// The program wrote.
    case output(String)
    /// A key was pressed, or text pasted.
    case input(String)
    /// The terminal was given another size, in cells.
    case resize(columns: Int, rows: Int)
    /// Somebody marked the moment, perhaps with a label.
    case marker(String)
  }

  /// An event and its time.
  public struct TimedEvent: Hashable, Sendable {
    /// Seconds since the beginning; never less than for the event before.
    public var time: Double
    /// What happened.
    public var event: Event

    /// Creates an event at a time.
    public init(_ time: Double, _ event: Event) { (self.time, self.event) = (time, event) }
  }

  /// The number of cells in a row at the beginning.
  public var columns: Int
  /// The number of rows at the beginning.
  public var rows: Int
  /// What the session is called; nil where it has no title.
  public var title: String?
  /// The longest pause that is to be shown, in seconds, as the recording asks for; nil for no limit.
  public var idleLimit: Double?
  /// The colours of the terminal that it was recorded in, where it tells them.
  public var theme: TerminalPalette?
  /// What happened, in the order of time.
  public var events: [TimedEvent]
  /// When the session ends, in seconds; not before its last event.
  public var duration: Double
  /// The exit code of the program, as shells tell it; nil where the recording does not tell.
  public var exitCode: Int?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row, 1 to 1000.
  ///   - rows: The number of rows, 1 to 1000.
  ///   - events: What happened, in the order of time.
  public init(columns: Int = 80, rows: Int = 24, events: [TimedEvent] = []) {
    (self.columns, self.rows, self.events) = (columns, rows, events)
    duration = events.last?.time ?? 0
  }

  /// Returns the session in a terminal of another size, which it keeps.
  ///
  /// - Parameters:
  ///   - columns: The number of cells in a row, whatever the recording says; nil for what it says.
  ///   - rows: The number of rows; nil for what it says.
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

  /// The largest size that the terminal has during the session, in cells.
  var largest: (columns: Int, rows: Int) {
    var largest = (columns: columns, rows: rows)
    for case .resize(let columns, let rows) in events.lazy.map(\.event) {
      largest = (max(largest.columns, columns), max(largest.rows, rows))
    }
    return largest
  }
}

/// Why a recording cannot be read: one line with the line in it, and what is wrong there.
public struct CastError: ReelError, Hashable {
  /// The exit code of a command that ends with this error.
  public var exitStatus: ExitStatus { .badInput }

  /// The line, counted from 1; nil where the error is about the whole.
  public var line: Int?
  /// What is wrong.
  public var reason: String

  /// Creates an error.
  public init(line: Int? = nil, _ reason: String) { (self.line, self.reason) = (line, reason) }

  /// `line 3: expected …`, or what is wrong with the whole.
  public var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
