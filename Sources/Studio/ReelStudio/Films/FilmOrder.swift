import ReelCanvas
import ReelCurves
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelImages
import ReelPlatform
import ReelRecording
import ReelScenes
import ReelTracing

/// An order for a film from the page, in the vocabulary of descriptions.
///
/// A worker reads it, because it may contain programs.
struct FilmOrder: Decodable, Sendable {
  /// The scenes that may be ordered.
  ///
  /// None of them reads a file.
  static let scenes = SceneCatalog([SnowflakeFilm.self, ZoomFilm.self, CurveFilm.self, TurtleFilm.self])

  /// The subject of the film, and its name.
  var subject: FilmSubject
  private var trace: [String: DescriptionText]?
  private var scenes: SceneSequence?
  private var film: [String: DescriptionText]?
  private var output: EncodingSettings?

  private enum CodingKeys: String, CodingKey { case trace, scenes, film, output }

  init(from decoder: any Decoder) throws {
    let table = try decoder.container(keyedBy: CodingKeys.self)
    subject = try FilmSubject(from: decoder)
    trace = try table.decodeIfPresent([String: DescriptionText].self, forKey: .trace)
    scenes = try table.decodeIfPresent(SceneSequence.self, forKey: .scenes)
    film = try table.decodeIfPresent([String: DescriptionText].self, forKey: .film)
    output = try table.decodeIfPresent(EncodingSettings.self, forKey: .output)
  }

  private var isRateGiven: Bool { film?[FilmSettings.fps.name] != nil }

  /// The given settings, applied to others.
  private func settings(over others: FilmSettings = FilmSettings()) throws -> FilmSettings {
    var settings = others
    // A given length replaces the other length instead of adding a second one.
    if film?[FilmSettings.seconds.name] != nil || film?[FilmSettings.frames.name] != nil { settings.length = .scenes }
    try Self.set(film ?? [:], in: &settings)
    return settings
  }

  /// Sets options in the order of their list, so that a colour overrides its theme.
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
  /// - Throws: `Problem`, or the error of a description.
  init(json: [UInt8]) throws {
    let decoder = JSONDecoder()
    if let key = SceneCatalog.userInfoKey { decoder.userInfo[key] = Self.scenes }
    self = try JSON.decode(FilmOrder.self, json, with: decoder)
    try subject.check()
  }

  /// The film of a session, as `capture trace` would make it.
  func description(of session: TraceSession) throws -> FilmDescription {
    var scene = TraceFilm(session.leavingOutUndone())
    guard trace?[TraceFilm.sessionOption.name] == nil else {
      throw Problem(400, "the session is already given: leave it out of the options", field: "trace")
    }
    try Self.set(trace ?? [:], in: &scene)
    var usual = FilmSettings()
    (usual.size, usual.frameRate) = (session.header.naturalSize, 30)
    let settings = try settings(over: usual)
    return try checked(FilmDescription(scene, film: settings, output: output ?? EncodingSettings()))
  }

  /// The film of a session that is recorded live: it begins with the existing drawing.
  func liveFilm(of session: TraceSession) throws -> (scene: TraceFilm, description: FilmDescription) {
    var kept = session.leavingOutUndone()
    // The existing drawing is visible from the first frame.
    for index in kept.events.indices { kept.events[index].milliseconds = 0 }
    let description = try description(of: kept)
    guard let scene = description.scenes.entries[0].scene as? TraceFilm else {
      throw Problem(500, "the scene is not a session")
    }
    return (scene, description)
  }

  /// The film of the ordered scenes.
  func description() throws -> FilmDescription {
    try checked(FilmDescription(scenes?.entries ?? [], film: settings(), output: output ?? EncodingSettings()))
  }

  /// The film of a storyboard, with another size or rate if given.
  func description(of storyboard: FilmDescription) throws -> FilmDescription {
    var description = storyboard
    description.film = try settings(over: storyboard.film)
    if let output { description.output = output }
    return try checked(description)
  }

  /// Refuses an impossible film before it is queued.
  private func checked(_ description: FilmDescription) throws -> FilmDescription {
    var description = description
    let isAnimation = ["gif", "webp", "apng"].contains(subject.fileEnding)
    if isAnimation, !isRateGiven,
      description.film.frameRate.framesPerSecond > AnimationSettings.usualRate.framesPerSecond
    {
      description.film.change(rate: AnimationSettings.usualRate)
    }
    try description.validate()
    return description
  }
}
