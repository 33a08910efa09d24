import ReelFiles
import ReelGeometry
import ReelInk
import ReelTracing

/// Makes sessions of files of ink.
enum InkImporter {
  /// What becomes of a file.
  enum Purpose: String, Codable, CaseIterable, Sendable {
    /// What was drawn stays as it was.
    case ink
    /// What was drawn is to be traced.
    case task
  }

  /// How long the studio, which judges a session by itself, may take for it.
  private static let judging = Duration.seconds(2)

  /// Reads a file, and returns the text of the session.
  ///
  /// - Throws: as `session`, and `Problem` for one that takes too long to be judged.
  static func bytes(_ bytes: [UInt8], name: String, as purpose: Purpose) throws -> [UInt8] {
    let session = try session(bytes, name: name, as: purpose)
    let start = ContinuousClock.now
    _ = try Drawing(session).json
    guard .now - start < judging else {
      throw Problem(422, "\(name) has too much in it to be judged while it is drawn: leave some of it out")
    }
    return try session.text(file: name)
  }

  /// Reads a file, as `capture trace` does.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: its name, for messages and for ink without a name.
  ///   - purpose: what becomes of it.
  /// - Throws: `FormatError`, or `InvalidValue` for paths that can't be traced.
  static func session(_ bytes: [UInt8], name: String, as purpose: Purpose) throws -> TraceSession {
    var ink = try InkFile.read(bytes, name: name)
    if purpose == .task, ink.expected.isEmpty {
      ink.expected = ink.strokes.map { stroke in Path(points: stroke.points.map(\.point)) }
    }
    if purpose == .task { ink.strokes = [] }
    var session: TraceSession
    if let recorded = ink.recorded {
      session = recorded
      if purpose == .task { (session.events, session.others) = ([], []) }
    } else {
      let canvas = ink.canvas(shorterSide: TraceSession.Header.shorterSide)
      session = ink.session(canvas: canvas, margin: min(canvas.width, canvas.height) * 0.1)
      session.header.maxDistance = PathDensity.corridor(
        of: session.header.expected, widest: TraceSession.Header.widestCorridor)
    }
    if purpose == .task, session.header.expected.isEmpty {
      session.header.expected = ink.expected
      session.header.keyPoints = ink.expected.flatMap(\.keyPoints)
    }
    if session.header.name.isEmpty { session.header.name = String(name.prefix { $0 != "." }.prefix(100)) }
    _ = try session.header.tracer()
    return session
  }
}
