import ReelDescriptions

/// The subject and the name of an ordered film: the part of the order that the studio itself reads.
struct FilmSubject: Decodable, Sendable {
  /// The endings of films that browsers play, followed by those for download only.
  static let endings = ["mp4", "webm", "gif", "webp", "apng", "mov", "mkv"]

  /// The session to film.
  var session: String?
  /// The sessions for an archive of films.
  var sessions: [String]?
  /// Whether to film the storyboard.
  var story: Bool
  private var hasScenes: Bool
  private var ending: String?
  private var name: String?

  private enum CodingKeys: String, CodingKey { case session, sessions, scenes, story, ending, name }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: CodingKeys.self)
    session = try table.decodeIfPresent(String.self, forKey: .session)
    sessions = try table.decodeIfPresent([String].self, forKey: .sessions)
    story = try table.decodeIfPresent(Bool.self, forKey: .story) ?? false
    hasScenes = try table.contains(.scenes) && !table.decodeNil(forKey: .scenes)
    ending = try table.decodeIfPresent(String.self, forKey: .ending)
    name = try table.decodeIfPresent(String.self, forKey: .name)
  }

  /// Reads the subject of an order.
  ///
  /// - Throws: `Problem` for an order with no subject, or with several.
  init(json: [UInt8]) throws {
    self = try JSON.decode(FilmSubject.self, json)
    try check()
  }

  /// Refuses impossible subjects.
  func check() throws(Problem) {
    let sources = [session != nil, sessions != nil, hasScenes, story].count { $0 }
    guard sources == 1 else {
      throw Problem(
        400, "a film shows a session, several sessions, scenes or the storyboard: give exactly one of them")
    }
    if let sessions, !(1...FilmBundle.mostSessions ~= sessions.count) || Set(sessions).count != sessions.count {
      throw Problem(
        400, "an archive needs 1 to \(FilmBundle.mostSessions) different sessions", field: "sessions")
    }
    guard Self.endings.contains(fileEnding) else {
      throw Problem(
        400,
        "\(fileEnding.onOneLine(limit: 20)) is not a film format: choose \(OptionText.alternatives(Self.endings))",
        field: "ending")
    }
  }

  /// The ending of the file.
  var fileEnding: String { ending ?? "mp4" }

  /// The name of the file without its ending; `other` if none was given.
  func fileName(or other: String) -> String {
    name.map { SessionName.stem($0) } ?? SessionName.stem(other, longest: 120)
  }
}
