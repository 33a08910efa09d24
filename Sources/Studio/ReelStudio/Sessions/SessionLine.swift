import ReelPlatform
import ReelTracing

/// The lines by which the studio tells more of a session than its events; other programs keep and skip them.
struct SessionLine: Codable, Hashable, Sendable {
  /// From here on events come from this pen.
  var pen: String?
  /// The name of the session from here on, instead of the header's.
  var name: String?
  /// Whose session it is.
  var pupil: String?

  /// Reads a line; nil for one that says none of this.
  init?(_ text: String) {
    guard text.first == "{", let line = try? JSONDecoder().decode(SessionLine.self, from: Data(text.utf8)),
      line != SessionLine()
    else { return nil }
    self = line
  }

  init(pen: String? = nil, name: String? = nil, pupil: String? = nil) {
    self.pen = pen
    self.name = name
    self.pupil = pupil
  }

  /// The line, with its end.
  var bytes: [UInt8] { JSON.encode(self) + [0x0A] }
}

/// What the lines of a session tell besides the drawing.
struct SessionFacts: Sendable {
  /// What is traced.
  var name: String
  /// Whose it is; empty where that is not said.
  var pupil = ""
  /// How many events and steps each pen has written.
  var pens: [String: Int] = [:]
  /// The pen whose events come last; nil for a session that was not drawn in the studio.
  var pen: String?
  /// The number of events and steps of all pens, and of those without one.
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
      pen = line.pen ?? pen
    }
    add(session.events.count - events)
  }
}
