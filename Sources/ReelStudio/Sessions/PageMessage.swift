import ReelGeometry
import ReelTracing

/// What the page says on the socket of a session.
struct PageMessage: Decodable, Sendable {
  /// The most events of a message.
  static let mostEvents = 1000

  var type: String
  /// With `hello`: the pen; nil to watch.
  var pen: String?
  /// With `events`: the number of the first one.
  var first: Int?
  /// With `events`.
  var events: [PageEvent]?
}

/// An event of the page: `[milliseconds, "moved", x, y, touch, pressure]`, or `[milliseconds, "undo"]`.
struct PageEvent: Decodable, Sendable {
  /// What happened.
  enum Deed: Sendable {
    case touch(TouchEvent, pressure: Double?)
    case step(TraceSession.Other.Step)
  }

  var milliseconds: Double
  var deed: Deed

  /// The coordinates that are taken: far beyond any sheet.
  private static let coordinates = -1e6...1e6

  init(from decoder: any Decoder) throws {
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
