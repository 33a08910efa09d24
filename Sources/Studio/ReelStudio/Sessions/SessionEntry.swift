import ReelTracing

/// A session in the list.
struct SessionEntry: Encodable, Sendable {
  /// The part of a session's score that the list shows.
  struct Score: Encodable, Sendable {
    var progress: [Double]
    var isComplete: Bool
    var shareInside: Double
  }

  var id: String
  var name: String
  var pupil = ""
  /// The first session of the same task; nil for the first itself.
  var attemptOf: String?
  /// Milliseconds since 1970.
  var modified: Double
  var milliseconds = 0.0
  var events = 0
  var canvas = [1.0, 1.0]
  var score: Score?
  /// The reason why it can't be read; nil if it can.
  var problem: String?
  /// Whether it has not been read yet, because there are many sessions.
  var isPending = false

  private enum CodingKeys: String, CodingKey {
    case id, name, pupil, attemptOf, modified, milliseconds, events, canvas, score, problem, isPending
  }

  func encode(to encoder: any Encoder) throws {
    var table = encoder.container(keyedBy: CodingKeys.self)
    try table.encode(id, forKey: .id)
    try table.encode(name, forKey: .name)
    try table.encode(pupil, forKey: .pupil)
    try table.encodeIfPresent(attemptOf, forKey: .attemptOf)
    try table.encode(modified, forKey: .modified)
    try table.encode(milliseconds, forKey: .milliseconds)
    try table.encode(events, forKey: .events)
    try table.encode(canvas, forKey: .canvas)
    try table.encode(score, forKey: .score)
    try table.encode(problem, forKey: .problem)
    if isPending { try table.encode(true, forKey: .isPending) }
  }

  /// Creates an entry for a file that has not been read yet.
  init(pending id: String, _ time: FileTime) {
    (self.id, name, modified, isPending) = (id, id, time.milliseconds, true)
  }

  /// Creates an entry for a file that can't be read.
  init(id: String, _ time: FileTime, problem: String) {
    (self.id, name, modified, self.problem) = (id, id, time.milliseconds, problem)
  }

  /// Creates an entry for a session without file facts.
  init(id: String, problem: String) { (self.id, name, modified, self.problem) = (id, id, 0, problem) }

  /// Creates an entry for a session.
  init(id: String, _ time: FileTime, _ session: TraceSession) throws {
    let facts = SessionFacts(session)
    (self.id, name, pupil, modified) = (id, facts.name, facts.pupil, time.milliseconds)
    attemptOf = facts.attemptOf
    milliseconds = session.milliseconds
    events = session.events.count
    canvas = [session.header.canvas.width, session.header.canvas.height]
    if !session.header.expected.isEmpty {
      let score = try TraceScore(session.leavingOutUndone())
      self.score = Score(progress: score.progress, isComplete: score.isComplete, shareInside: score.shareInside)
    }
  }
}
