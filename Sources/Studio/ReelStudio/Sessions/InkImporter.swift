import ReelFiles
import ReelGeometry
import ReelInk
import ReelTracing

/// Converts ink files to sessions.
enum InkImporter {
  /// The purpose of an imported file.
  enum Purpose: String, Codable, CaseIterable, Sendable {
    /// Keep the drawing as it is.
    case ink
    /// Make the drawing a task to trace.
    case task
  }

  /// The time that the studio may take to judge the session.
  private static let judging = Duration.seconds(2)

  /// Reads a file, and returns the text of the session.
  ///
  /// - Throws: like `session`, and `Problem` for a session that takes too long to judge.
  static func bytes(_ bytes: [UInt8], name: String, as purpose: Purpose) throws -> [UInt8] {
    let session = try session(bytes, name: name, as: purpose)
    let start = ContinuousClock.now
    _ = try Drawing(session).json
    guard .now - start < judging else {
      throw Problem(422, "\(name) is too complex to be judged while drawing: leave some of it out")
    }
    return try session.text(file: name)
  }

  /// Reads a file like `capture trace`.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - name: the file's name, for messages and for ink without a name.
  ///   - purpose: the purpose of the import.
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
