import ReelTerminal

/// A session in the making, in the time of its film.
struct SessionRecording {
  /// What is shown so far.
  private(set) var cast: Cast
  /// The time of the film, in microseconds: whole numbers add up.
  var now = 0
  /// What happened while nothing is shown; nil while something is.
  private var hidden: [Cast.Event]?
  /// The beginning of a character whose end has not come.
  private var beginning: [UInt8] = []
  private var byteCount = 0

  init(columns: Int, rows: Int) { cast = Cast(columns: columns, rows: rows) }

  /// How the program ended, as shells tell it; nil while it runs.
  var exitCode: Int? {
    get { cast.exitCode }
    set { cast.exitCode = newValue }
  }

  /// Whether what happens is not shown.
  var isHidden: Bool { hidden != nil }
  /// Whether it has become longer than a recording may be.
  var isTooLong: Bool { byteCount > Cast.longest / 2 }

  /// Adds what the program wrote.
  ///
  /// - Parameters:
  ///   - bytes: What it wrote.
  ///   - time: When, in microseconds of the film.
  mutating func output(_ bytes: [UInt8], at time: Int) {
    let all = beginning + bytes
    let count = Self.wholeCount(all)
    beginning = Array(all[count...])
    byteCount += bytes.count
    if count > 0 { add(.output(String(decoding: all[..<count], as: UTF8.self)), at: time) }
  }

  /// Adds an event, at a time in microseconds of the film.
  mutating func add(_ event: Cast.Event, at time: Int) {
    if hidden != nil {
      hidden?.append(event)
    } else {
      cast.events.append(Cast.TimedEvent(max(Self.seconds(time), cast.events.last?.time ?? 0), event))
    }
  }

  /// Shows no more of what happens.
  mutating func hide() { if hidden == nil { hidden = [] } }

  /// Shows what happens, and at once what has happened.
  mutating func show() {
    guard let events = hidden else { return }
    hidden = nil
    for event in events {
      // Keys that were pressed in secret stay so.
      if case .input = event { continue }
      add(event, at: now)
    }
  }

  /// Ends the session at the time of the film.
  mutating func finish() {
    if !beginning.isEmpty { add(.output(String(decoding: beginning, as: UTF8.self)), at: now) }
    beginning = []
    cast.duration = max(Self.seconds(now), cast.events.last?.time ?? 0)
  }

  /// A time of the film in seconds.
  static func seconds(_ time: Int) -> Double { Double(time) / 1e6 }

  /// A time in microseconds.
  static func microseconds(_ seconds: Double) -> Int { Int(clamping: (seconds * 1e6).rounded()) }

  /// The number of bytes up to the last whole character.
  static func wholeCount(_ bytes: [UInt8]) -> Int {
    var index = bytes.count
    // At most three bytes of a character wait for their last one.
    while index > 0, bytes.count - index < 3 {
      index -= 1
      let byte = bytes[index]
      if byte < 0x80 { break }
      guard byte >= 0xC0 else { continue }
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      return bytes.count - index < length ? index : bytes.count
    }
    return bytes.count
  }
}
