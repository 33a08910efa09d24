/// Films of several sessions with a table of their scores, written to one archive.
struct FilmBundle: Sendable {
  /// The maximum number of sessions in an archive.
  static let mostSessions = 1000
  /// The name of the table in the archive.
  static let tableName = "scores.csv"

  /// The sessions, in the order of the table.
  var sessions: [String]
  /// The ending of each film.
  var ending: String
  /// The film to make of each session.
  var work: FilmWork
  /// How the table is written.
  var style = ScoreTable.Style()
  /// Reads a session: its entry for the table, and its text.
  var session: @Sendable (_ id: String) async throws -> (entry: SessionEntry, text: [UInt8])

  /// The name of a film in the archive, made of letters, digits and hyphens from the names of the pupil and the session.
  func name(of entry: SessionEntry) -> String {
    "\(Self.stem(entry.id, of: entry.pupil)).\(ending)"
  }

  /// The name of a session's film without its ending: that of the pupil, if it is known, then that of the session.
  static func stem(_ id: String, of pupil: String) -> String {
    (pupil.isEmpty ? "" : SessionName.stem(pupil) + "-") + SessionName.stem(id, longest: 120)
  }
}
