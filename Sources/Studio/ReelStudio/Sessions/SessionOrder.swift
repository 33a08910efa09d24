import ReelGeometry
import ReelTracing

/// A session as the page begins it.
struct SessionOrder: Decodable, Sendable {
  /// The longest name, in characters.
  static let longestName = 100

  private var text: String?
  /// The session whose task is taken.
  var like: String?
  private var free: Bool?
  private var canvas: [Double]?
  private var rule: Tracer.Rule?
  private var maxDistance: Double?
  private var name: String?
  private var pupil: String?

  /// The session, without events.
  ///
  /// - Parameter other: the session that `like` names.
  /// - Throws: `Problem` or `InvalidValue` for a task that can't be.
  func session(like other: TraceSession?) throws -> TraceSession {
    guard [text != nil, other != nil, free == true].count(where: { $0 }) == 1 else {
      throw Problem(400, "a session is of a text, like another one, or free: name one of them", field: "text")
    }
    let size = try canvas.map(Self.size)
    var header: TraceSession.Header
    if let text {
      header = try Alphabet.standard.header(text, on: size)
    } else if let other {
      header = other.header
      header.name = SessionFacts(other).name
    } else {
      let side = TraceSession.Header.shorterSide
      header = TraceSession.Header(canvas: size ?? Size(width: side, height: side))
    }
    header.rule = rule ?? header.rule
    if let maxDistance {
      guard 0.1...10_000 ~= maxDistance else {
        throw Problem(
          400, "the distance \(maxDistance) can't be: give a number from 0.1 to 10000", field: "maxDistance")
      }
      header.maxDistance = maxDistance
    }
    header.name = try Self.name(name, "name") ?? header.name
    _ = try header.tracer()
    var session = TraceSession(header: header)
    if let pupil = try Self.name(pupil, "pupil") ?? other.map({ SessionFacts($0).pupil }), !pupil.isEmpty {
      let line = String(decoding: SessionLine(pupil: pupil).bytes.dropLast(), as: UTF8.self)
      session.others = [TraceSession.Other(text: line, eventsBefore: 0)]
    }
    return session
  }

  private static func size(_ canvas: [Double]) throws(Problem) -> Size {
    guard canvas.count == 2, canvas.allSatisfy({ 16...16_384 ~= $0 }) else {
      throw Problem(400, "a canvas has a width and a height from 16 to 16384", field: "canvas")
    }
    return Size(width: canvas[0], height: canvas[1])
  }

  /// Returns a name on one line; nil where none was given.
  static func name(_ name: String?, _ field: String) throws(Problem) -> String? {
    guard let name else { return nil }
    guard name.count <= longestName else {
      throw Problem(400, "the \(field) has \(longestName) characters at most: make it shorter", field: field)
    }
    return name.onOneLine(limit: 4 * longestName)
  }
}

/// What the page changes of a session.
struct SessionNames: Decodable, Sendable {
  private var name: String?
  private var pupil: String?

  /// The line that tells it.
  var line: SessionLine {
    get throws(Problem) {
      guard name != nil || pupil != nil else { throw Problem(400, "nothing is to be changed: give a name or a pupil") }
      return SessionLine(name: try SessionOrder.name(name, "name"), pupil: try SessionOrder.name(pupil, "pupil"))
    }
  }
}

extension TraceSession {
  /// The session as others get it: without what was undone, and without what only the studio needs.
  var exported: TraceSession {
    var session = leavingOutUndone()
    session.header.name = SessionFacts(self).name
    session.others.removeAll { other in
      guard let line = SessionLine(other.text) else { return false }
      return line.pupil == nil
    }
    return session
  }
}
