import ReelCanvas
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelImages
import ReelRecording
import ReelScenes
import ReelTracing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the page asks to be filmed, in the words of descriptions.
struct FilmOrder: Decodable, Sendable {
  /// The endings of films that browsers play, and of those that are only downloaded.
  static let endings = ["mp4", "webm", "gif", "webp", "apng", "mov", "mkv"]
  /// The scenes that may be ordered: none of them reads a file.
  static let scenes = SceneCatalog([SnowflakeFilm.self, ZoomFilm.self, CurveFilm.self, TurtleFilm.self])

  /// The session to be filmed.
  var session: String?
  /// The sessions whose films become one archive.
  var sessions: [String]?
  private var trace: [String: DescriptionText]?
  private var scenes: SceneSequence?
  /// Whether the storyboard is to be filmed.
  var story: Bool?
  private var film: [String: DescriptionText]?
  private var output: EncodingSettings?
  private var ending: String?
  private var name: String?

  private enum CodingKeys: String, CodingKey {
    case session, sessions, trace, scenes, story, film, output, ending, name
  }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: CodingKeys.self)
    session = try table.decodeIfPresent(String.self, forKey: .session)
    sessions = try table.decodeIfPresent([String].self, forKey: .sessions)
    trace = try table.decodeIfPresent([String: DescriptionText].self, forKey: .trace)
    scenes = try table.decodeIfPresent(SceneSequence.self, forKey: .scenes)
    story = try table.decodeIfPresent(Bool.self, forKey: .story)
    film = try table.decodeIfPresent([String: DescriptionText].self, forKey: .film)
    output = try table.decodeIfPresent(EncodingSettings.self, forKey: .output)
    ending = try table.decodeIfPresent(String.self, forKey: .ending)
    name = try table.decodeIfPresent(String.self, forKey: .name)
  }

  private var isRateGiven: Bool { film?[FilmSettings.fps.name] != nil }

  /// The settings that are given, in others.
  private func settings(over others: FilmSettings = FilmSettings()) throws -> FilmSettings {
    var settings = others
    // A length replaces that of the others, and is not a second one.
    if film?[FilmSettings.seconds.name] != nil || film?[FilmSettings.frames.name] != nil { settings.length = .scenes }
    try Self.set(film ?? [:], in: &settings)
    return settings
  }

  /// Sets options in the order of their list, in which a colour replaces that of a theme.
  private static func set<Subject: Describable>(_ texts: [String: DescriptionText], in subject: inout Subject) throws {
    for option in Subject.options {
      if let text = texts[option.name] { try subject.set(option.name, text.text) }
    }
    if let unknown = texts.keys.filter({ key in !Subject.options.contains { $0.name == key } }).min() {
      try subject.set(unknown, "")
    }
  }

  /// Reads an order.
  ///
  /// - Throws: `Problem`, or what is wrong with a description.
  init(json: [UInt8]) throws {
    let decoder = JSONDecoder()
    if let key = SceneCatalog.userInfoKey { decoder.userInfo[key] = Self.scenes }
    self = try JSON.decode(FilmOrder.self, json, with: decoder)
    let sources = [session != nil, sessions != nil, scenes != nil, story == true].count { $0 }
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

  /// The film of a session, as `capture trace` makes it.
  func description(of session: TraceSession) throws -> FilmDescription {
    var scene = TraceFilm(session.leavingOutUndone())
    guard trace?[TraceFilm.sessionOption.name] == nil else {
      throw Problem(400, "the session is said already: leave it out of the options", field: "trace")
    }
    try Self.set(trace ?? [:], in: &scene)
    var usual = FilmSettings()
    (usual.size, usual.frameRate) = (session.header.naturalSize, 30)
    let settings = try settings(over: usual)
    return try checked(FilmDescription(scene, film: settings, output: output ?? EncodingSettings()))
  }

  /// The film of a session that is recorded while it is drawn: it begins with what is drawn already.
  func liveFilm(of session: TraceSession) throws -> (scene: TraceFilm, description: FilmDescription) {
    var kept = session.leavingOutUndone()
    // What is there at the start is there from the first frame on.
    for index in kept.events.indices { kept.events[index].milliseconds = 0 }
    let description = try description(of: kept)
    guard let scene = description.scenes.entries[0].scene as? TraceFilm else {
      throw Problem(500, "the scene is no session")
    }
    return (scene, description)
  }

  /// The film of scenes.
  func description() throws -> FilmDescription {
    try checked(FilmDescription(scenes?.entries ?? [], film: settings(), output: output ?? EncodingSettings()))
  }

  /// The film of a storyboard, with another size or rate where they are given.
  func description(of storyboard: FilmDescription) throws -> FilmDescription {
    var description = storyboard
    description.film = try settings(over: storyboard.film)
    if let output { description.output = output }
    return try checked(description)
  }

  /// Refuses a film that can't be, before it waits for its turn.
  private func checked(_ description: FilmDescription) throws -> FilmDescription {
    var description = description
    let isAnimation = ["gif", "webp", "apng"].contains(fileEnding)
    if isAnimation, !isRateGiven,
      description.film.frameRate.framesPerSecond > AnimationSettings.usualRate.framesPerSecond
    {
      description.film.change(rate: AnimationSettings.usualRate)
    }
    try description.validate()
    return description
  }
}
