/// Films of several sessions with the table of their scores, which become one archive.
struct FilmBundle: Sendable {
  /// The most sessions of an archive.
  static let mostSessions = 1000
  /// The name of the table in the archive.
  static let tableName = "scores.csv"

  /// The sessions, in the order of the table.
  var sessions: [String]
  /// The ending of each film.
  var ending: String
  /// How each session is filmed.
  var work: FilmWork
  /// Reads a session: what the table tells of it, and its text.
  var session: @Sendable (_ id: String) async throws -> (entry: SessionEntry, text: [UInt8])

  /// The name of a film in the archive: of letters, digits and hyphens, whatever the pupil and the session are called.
  func name(of entry: SessionEntry) -> String {
    let pupil = entry.pupil.isEmpty ? "" : SessionName.stem(entry.pupil) + "-"
    return "\(pupil)\(SessionName.stem(entry.id, longest: 120)).\(ending)"
  }
}
