import ReelGeometry
import ReelTracing

/// What the page says on the socket of a session.
package struct PageMessage: Decodable, Sendable {
  /// The most events of a message.
  static let mostEvents = 1000

  var type: String
  /// With `hello`: the pen; nil to watch.
  var pen: String?
  /// With `events`: the number of the first one.
  var first: Int?
  /// With `events`.
  package var events: [PageEvent]?

  /// Reads a message.
  ///
  /// - Throws: `Problem` for anything else.
  package init(json: [UInt8]) throws { self = try JSON.decode(Self.self, json) }

  /// Reads messages that came together.
  ///
  /// Events that go on where those of the message before ended become one message with them:
  /// who falls behind catches up, since they are written, judged and answered at once.
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

  /// Takes in the events of the next message; false where they do not go on from these, or are too many.
  private mutating func absorb(_ next: PageMessage) -> Bool {
    guard type == "events", next.type == type, let first, let events, let more = next.events,
      next.first == first &+ events.count, events.count + more.count <= Self.mostEvents
    else { return false }
    self.events = events + more
    return true
  }
}

/// An event of the page: `[milliseconds, "moved", x, y, touch, pressure]`, or `[milliseconds, "undo"]`.
package struct PageEvent: Decodable, Sendable {
  /// What happened.
  package enum Deed: Sendable {
    case touch(TouchEvent, pressure: Double?)
    case step(TraceSession.Other.Step)
  }

  package var milliseconds: Double
  package var deed: Deed

  /// The coordinates that are taken: far beyond any sheet.
  private static let coordinates = -1e6...1e6

  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    func refuse(_ reason: String) -> Problem { Problem(400, "an event is not as expected: \(reason)", field: "events") }
    milliseconds = try list.decode(Double.self)
    guard milliseconds >= 0, milliseconds <= 1e12 else { throw refuse("\(milliseconds) is no time of a session") }
    let word = try list.decode(String.self)
    if let step = TraceSession.Other.Step(rawValue: word) {
      deed = .step(step)
      return
    }
    guard let phase = TouchEvent.Phase(rawValue: word) else { throw refuse("\(word.onOneLine(limit: 40)) is unknown") }
    let point = Point(x: try list.decode(Double.self), y: try list.decode(Double.self))
    guard Self.coordinates.contains(point.x), Self.coordinates.contains(point.y) else {
      throw refuse("it lies too far from the sheet")
    }
    let touch = try list.decode(Int.self)
    guard (0...1_000_000).contains(touch) else { throw refuse("\(touch) is no number of a touch") }
    let pressure = list.isAtEnd ? nil : try list.decode(Double?.self)
    if let pressure, !(0...1).contains(pressure) { throw refuse("\(pressure) is no pressure: it must be from 0 to 1") }
    deed = .touch(
      TouchEvent(milliseconds: milliseconds, phase: phase, point: point, touch: touch), pressure: pressure)
  }
}
