import ReelGeometry
import ReelTracing

/// A message from the page on the socket of a session.
package struct PageMessage: Decodable, Sendable {
  /// The maximum number of events in a message.
  static let mostEvents = 1000

  var type: String
  /// The pen, in a `hello`; nil to watch.
  var pen: String?
  /// The number of the first event, with `events`.
  var first: Int?
  /// The events.
  package var events: [PageEvent]?

  /// Reads a message.
  ///
  /// - Throws: `Problem` for invalid JSON.
  package init(json: [UInt8]) throws { self = try JSON.decode(Self.self, json) }

  /// Reads messages that arrived together.
  ///
  /// Events that continue those of the previous message are merged with it. They are then written, judged and answered in one step, so that
  /// a slow connection catches up.
  static func read(_ texts: [[UInt8]]) -> [Result<PageMessage, any Error>] {
    var messages: [Result<PageMessage, any Error>] = []
    for text in texts {
      let next = Result { try PageMessage(json: text) }
      if case .success(var last)? = messages.last, case .success(let message) = next, last.absorb(message) {
        messages[messages.count - 1] = .success(last)
      } else {
        messages.append(next)
      }
    }
    return messages
  }

  /// Appends the events of the next message; false if they do not continue these, or are too many.
  private mutating func absorb(_ next: PageMessage) -> Bool {
    guard type == "events", next.type == type, let first, let events, let more = next.events,
      next.first == first &+ events.count, events.count + more.count <= Self.mostEvents
    else { return false }
    self.events = events + more
    return true
  }
}

/// An event from the page: `[milliseconds, "moved", x, y, touch, pressure]`, or `[milliseconds, "undo"]`.
package struct PageEvent: Decodable, Sendable {
  /// The kind of event.
  package enum Deed: Sendable {
    case touch(TouchEvent, pressure: Double?)
    case step(TraceSession.Other.Step)
  }

  package var milliseconds: Double
  package var deed: Deed

  /// The range of valid coordinates, far beyond any sheet.
  private static let coordinates = -1e6...1e6

  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    func refuse(_ reason: String) -> Problem { Problem(400, "invalid event: \(reason)", field: "events") }
    milliseconds = try list.decode(Double.self)
    guard milliseconds >= 0, milliseconds <= 1e12 else { throw refuse("\(milliseconds) is not a valid time") }
    let word = try list.decode(String.self)
    if let step = TraceSession.Other.Step(rawValue: word) {
      deed = .step(step)
      return
    }
    guard let phase = TouchEvent.Phase(rawValue: word) else { throw refuse("\(word.onOneLine(limit: 40)) is unknown") }
    let point = Point(x: try list.decode(Double.self), y: try list.decode(Double.self))
    guard Self.coordinates.contains(point.x), Self.coordinates.contains(point.y) else {
      throw refuse("it is too far from the sheet")
    }
    let touch = try list.decode(Int.self)
    guard (0...1_000_000).contains(touch) else { throw refuse("\(touch) is not a valid touch number") }
    let pressure = list.isAtEnd ? nil : try list.decode(Double?.self)
    if let pressure, !(0...1).contains(pressure) {
      throw refuse("\(pressure) is not a valid pressure: it must be from 0 to 1")
    }
    deed = .touch(
      TouchEvent(milliseconds: milliseconds, phase: phase, point: point, touch: touch), pressure: pressure)
  }
}
