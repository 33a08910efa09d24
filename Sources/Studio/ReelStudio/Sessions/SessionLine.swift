import ReelPlatform
import ReelTracing

/// A line with additional facts about a session, written by the studio; other programs keep and skip such lines.
struct SessionLine: Codable, Hashable, Sendable {
  /// The pen of the events from here on.
  var pen: String?
  /// The name of the session from here on, instead of the header's.
  var name: String?
  /// The pupil whose session it is.
  var pupil: String?
  /// The first session of the same task, if this one starts it over.
  var attemptOf: String?

  /// Reads a line; nil for one without any of these.
  init?(_ text: String) {
    guard text.first == "{", let line = try? JSONDecoder().decode(SessionLine.self, from: Data(text.utf8)),
      line != SessionLine()
    else { return nil }
    self = line
  }

  init(pen: String? = nil, name: String? = nil, pupil: String? = nil, attemptOf: String? = nil) {
    self.pen = pen
    self.name = name
    self.pupil = pupil
    self.attemptOf = attemptOf
  }

  /// The line, with its line ending.
  var bytes: [UInt8] { JSON.encode(self) + [0x0A] }
}

/// The facts in the lines of a session, apart from the drawing.
struct SessionFacts: Sendable {
  /// The name of the task.
  var name: String
  /// The pupil whose session it is; empty if unknown.
  var pupil = ""
  /// The first session of the same task, if this one starts it over.
  var attemptOf: String?
  /// The number of events and steps that each pen has written.
  var pens: [String: Int] = [:]
  /// The pen of the last events; nil for a session that was not drawn in the studio.
  var pen: String?
  /// The number of all events and steps, with and without a pen.
  var count = 0

  init(_ session: TraceSession) {
    name = session.header.name
    var events = 0
    func add(_ count: Int) {
      guard count > 0 else { return }
      self.count += count
      if let pen { pens[pen, default: 0] += count }
    }
    for other in session.others {
      add(other.eventsBefore - events)
      events = other.eventsBefore
      if other.step != nil { add(1) }
      guard let line = SessionLine(other.text) else { continue }
      name = line.name ?? name
      pupil = line.pupil ?? pupil
      attemptOf = line.attemptOf ?? attemptOf
      pen = line.pen ?? pen
    }
    add(session.events.count - events)
  }
}
