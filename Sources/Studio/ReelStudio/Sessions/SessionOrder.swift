import ReelInk
import ReelGeometry
import ReelTracing

/// The page's order for a new session.
struct SessionOrder: Decodable, Sendable {
  /// The longest name, in characters.
  static let longestName = 100

  private var text: String?
  /// The session to copy the task from.
  var like: String?
  private var free: Bool?
  /// The name of the alphabet.
  let alphabet: String?
  private var canvas: [Double]?
  /// The smallest width of the corridor; a text that is too long for it gets a wider canvas.
  private var minCorridor: Double?
  private var rule: Tracer.Rule?
  private var maxDistance: Double?
  private var minInside: Double?
  private var name: String?
  private var pupil: String?

  /// The session, without events.
  ///
  /// - Parameters:
  ///   - other: the session that `like` names.
  ///   - alphabet: the alphabet of its letters.
  /// - Throws: `Problem` or `InvalidValue` for an impossible task.
  func session(like other: TraceSession?, in alphabet: Alphabet = .standard) throws -> TraceSession {
    guard [text != nil, other != nil, free == true].count(where: { $0 }) == 1 else {
      throw Problem(400, "a session needs exactly one of text, like and free", field: "text")
    }
    let size = try canvas.map(Self.size)
    var header: TraceSession.Header
    if let text {
      if let size, let minCorridor {
        guard 0...1000 ~= minCorridor else {
          throw Problem(
            400, "the width \(minCorridor) is not valid: give a number from 0 to 1000", field: "minCorridor")
        }
        header = try alphabet.header(text, on: size, minCorridor: minCorridor)
      } else {
        header = try alphabet.header(text, on: size)
      }
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
          400, "the distance \(maxDistance) is not valid: give a number from 0.1 to 10000", field: "maxDistance")
      }
      header.maxDistance = maxDistance
    }
    if let minInside {
      guard 0...1 ~= minInside else {
        throw Problem(400, "the share \(minInside) is not valid: give a number from 0 to 1", field: "minInside")
      }
      header.minInside = minInside
    }
    header.name = try Self.name(name, "name") ?? header.name
    _ = try header.tracer()
    var session = TraceSession(header: header)
    let facts = other.map(SessionFacts.init)
    let pupil = try Self.name(pupil, "pupil") ?? facts?.pupil
    let line = SessionLine(
      pupil: pupil?.isEmpty == false ? pupil : nil, attemptOf: like.map { facts?.attemptOf ?? $0 })
    if line != SessionLine() {
      let line = String(decoding: line.bytes.dropLast(), as: UTF8.self)
      session.others = [TraceSession.Other(text: line, eventsBefore: 0)]
    }
    return session
  }

  private static func size(_ canvas: [Double]) throws(Problem) -> Size {
    guard canvas.count == 2, canvas.allSatisfy({ 16...16_384 ~= $0 }) else {
      throw Problem(400, "a canvas needs a width and a height from 16 to 16384", field: "canvas")
    }
    return Size(width: canvas[0], height: canvas[1])
  }

  /// Returns a name on one line; nil if none was given.
  static func name(_ name: String?, _ field: String) throws(Problem) -> String? {
    guard let name else { return nil }
    guard name.count <= longestName else {
      throw Problem(400, "the \(field) can have at most \(longestName) characters: make it shorter", field: field)
    }
    return name.onOneLine(limit: 4 * longestName)
  }
}

/// The page's changes to a session's names.
struct SessionNames: Decodable, Sendable {
  private var name: String?
  private var pupil: String?

  /// The line that records the change.
  var line: SessionLine {
    get throws(Problem) {
      guard name != nil || pupil != nil else { throw Problem(400, "nothing to change: give a name or a pupil") }
      return SessionLine(name: try SessionOrder.name(name, "name"), pupil: try SessionOrder.name(pupil, "pupil"))
    }
  }
}

extension TraceSession {
  /// The session for other programs: without undone strokes, and without lines that only the studio needs.
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
