import ReelDescriptions

/// What a film that the page asks for is of, and its name: as much of an order as the studio reads itself.
struct FilmSubject: Decodable, Sendable {
  /// The endings of films that browsers play, and of those that are only downloaded.
  static let endings = ["mp4", "webm", "gif", "webp", "apng", "mov", "mkv"]

  /// The session to be filmed.
  var session: String?
  /// The sessions whose films become one archive.
  var sessions: [String]?
  /// Whether the storyboard is to be filmed.
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

  /// Reads what an order is of.
  ///
  /// - Throws: `Problem` for one that is of nothing, or of several things.
  init(json: [UInt8]) throws {
    self = try JSON.decode(FilmSubject.self, json)
    try check()
  }

  /// Refuses what can't be.
  func check() throws(Problem) {
    let sources = [session != nil, sessions != nil, hasScenes, story].count { $0 }
    guard sources == 1 else {
      throw Problem(
        400, "a film is of a session, of several sessions, of scenes or of the storyboard: name one of them")
    }
    if let sessions, !(1...FilmBundle.mostSessions ~= sessions.count) || Set(sessions).count != sessions.count {
      throw Problem(
        400, "an archive has films of 1 to \(FilmBundle.mostSessions) different sessions", field: "sessions")
    }
    guard Self.endings.contains(fileEnding) else {
      throw Problem(
        400,
        "\(fileEnding.onOneLine(limit: 20)) is no format of films: choose \(OptionText.alternatives(Self.endings))",
        field: "ending")
    }
  }

  /// The ending of the file.
  var fileEnding: String { ending ?? "mp4" }

  /// The name of the file without its ending, or else another one.
  func fileName(or other: String) -> String { SessionName.stem(name ?? other) }
}
