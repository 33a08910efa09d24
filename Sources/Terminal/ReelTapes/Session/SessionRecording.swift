import ReelTerminal

/// A session while it is recorded, in the film's time.
struct SessionRecording {
  /// The events so far.
  private(set) var cast: Cast
  /// The film's time in microseconds: integers, so that times add up exactly.
  var now = 0
  /// Events while hidden; nil while events are shown.
  private var hidden: [Cast.Event]?
  /// The first bytes of an incomplete character.
  private var beginning: [UInt8] = []
  private var byteCount = 0

  init(columns: Int, rows: Int) { cast = Cast(columns: columns, rows: rows) }

  /// The program's exit code as shells report it; nil while it runs.
  var exitCode: Int? {
    get { cast.exitCode }
    set { cast.exitCode = newValue }
  }

  /// Whether events are hidden.
  var isHidden: Bool { hidden != nil }
  /// Whether the session is longer than a recording may be.
  var isTooLong: Bool { byteCount > Cast.longest / 2 }

  /// Adds output of the program.
  ///
  /// - Parameters:
  ///   - bytes: The output.
  ///   - time: The film's time in microseconds.
  mutating func output(_ bytes: [UInt8], at time: Int) {
    let all = beginning + bytes
    let count = Self.wholeCount(all)
    beginning = Array(all[count...])
    byteCount += bytes.count
    if count > 0 { add(.output(String(decoding: all[..<count], as: UTF8.self)), at: time) }
  }

  /// Adds an event at a time in microseconds of the film.
  mutating func add(_ event: Cast.Event, at time: Int) {
    if hidden != nil {
      hidden?.append(event)
    } else {
      cast.events.append(Cast.TimedEvent(max(Self.seconds(time), cast.events.last?.time ?? 0), event))
    }
  }

  /// Hides the events that follow.
  mutating func hide() { if hidden == nil { hidden = [] } }

  /// Shows the events that follow, and all hidden ones at once.
  mutating func show() {
    guard let events = hidden else { return }
    hidden = nil
    for event in events {
      // Hidden keys stay hidden.
      if case .input = event { continue }
      add(event, at: now)
    }
  }

  /// Ends the session at the current time.
  mutating func finish() {
    if !beginning.isEmpty { add(.output(String(decoding: beginning, as: UTF8.self)), at: now) }
    beginning = []
    cast.duration = max(Self.seconds(now), cast.events.last?.time ?? 0)
  }

  /// Converts microseconds of the film to seconds.
  static func seconds(_ time: Int) -> Double { Double(time) / 1e6 }

  /// Converts seconds to microseconds.
  static func microseconds(_ seconds: Double) -> Int { Int(clamping: (seconds * 1e6).rounded()) }

  /// The number of bytes up to the end of the last complete character.
  static func wholeCount(_ bytes: [UInt8]) -> Int {
    var index = bytes.count
    // At most three bytes of a character wait for its last byte.
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
