import ReelDescriptions
import ReelScenes

/// A description of version 1: one film by name, with its options as on the command line.
struct FlatDescription: Decodable {
  let film: String
  let options: [String: String]
  /// The session of a trace in Reel's own format.
  let session: String?

  /// Returns the same film as a current description.
  func description() throws -> FilmDescription {
    switch film {
    case SnowflakeFilm.kind: return try description(of: SnowflakeFilm())
    case TraceFilm.kind:
      var trace = TraceFilm()
      try trace.set("session", session ?? "")
      return try description(of: trace)
    default:
      throw DescriptionError("its film \(film) is unknown: use a newer capture")
    }
  }

  private func description<Scene: DescribedScene>(of scene: Scene) throws -> FilmDescription {
    var (scene, settings) = (scene, FilmSettings())
    var rest = options
    // Options are read in the order of the lists, so that colours override a theme.
    for option in Scene.options {
      if let text = rest.removeValue(forKey: option.name) { try option.decode(text: text, into: &scene) }
    }
    for option in FilmSettings.options {
      if let text = rest.removeValue(forKey: option.name) { try option.decode(text: text, into: &settings) }
    }
    if let unknown = rest.keys.min() { try scene.set(unknown, "") }
    if settings.length == .scenes, scene.intrinsicDuration == nil { settings.length = .seconds(30) }
    return FilmDescription(scene, film: settings)
  }
}
