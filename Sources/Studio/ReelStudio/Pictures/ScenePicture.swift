import ReelCanvas
import ReelCurves
import ReelDescriptions
import ReelFilms
import ReelGeometry
import ReelLayers
import ReelScenes
import ReelTiming
import ReelTracing
import ReelTurtle

/// One picture of a scene, described by the parameters of a URL.
struct ScenePicture: Sendable {
  /// The film that the picture shows a frame of.
  var film: FilmDescription
  /// The time in the film, in seconds; nil for its end.
  var time: Double?

  /// The largest picture, in pixels.
  static let mostPixels = 3840 * 2160

  /// Reads parameters.
  ///
  /// - Throws: `Problem`, or the error of an option.
  init(_ query: [String: String]) throws {
    var options = query
    guard let kind = options.removeValue(forKey: "scene"),
      let type = FilmOrder.scenes.kinds.first(where: { $0.kind == kind })
    else {
      let kinds = FilmOrder.scenes.kinds.map { $0.kind }
      throw Problem(400, "the picture needs a known scene: name \(OptionText.alternatives(kinds))", field: "scene")
    }
    options["v"] = nil
    let size = try PixelSize(parsing: options.removeValue(forKey: "size") ?? "1280x720")
    guard size.area <= Self.mostPixels else {
      throw Problem(400, "the size \(size) is too large for a picture: choose at most 3840x2160", field: "size")
    }
    let at = try options.removeValue(forKey: "at").map { try OptionText.seconds("time", $0, 0...86_400) }
    var settings = FilmSettings()
    settings.size = size
    if let level = options.removeValue(forKey: "level") {
      let level = try Self.level(level, of: kind)
      // The next level grows for a second; the picture shows it when it has risen far enough.
      settings.frameRate = 1000
      settings.length = .seconds(1)
      options["levels"] = "\(Int(clamping: level.rounded(.up)))"
      options["growth"] = "1"
      options["style"] = "grow"
      time = level == level.rounded() ? nil : Self.time(whenRisen: level - level.rounded(.down))
    } else {
      settings.length = .seconds(30)
      time = at
    }
    film = FilmDescription([try Self.entry(type, options)], film: settings)
    if let own = film.scenes.intrinsicDuration { settings.length = .seconds(own) }
    film.film = settings
  }

  private static func entry<Scene: DescribedScene>(
    _ type: Scene.Type, _ options: [String: String]
  ) throws -> SceneSequence.Entry {
    var scene = Scene()
    // In the order of the list, so that a colour overrides its theme.
    for option in Scene.options {
      if let text = options[option.name] { try scene.set(option.name, text) }
    }
    if let unknown = options.keys.filter({ key in !Scene.options.contains { $0.name == key } }).min() {
      try scene.set(unknown, "")
    }
    return SceneSequence.Entry(scene)
  }

  private static func level(_ text: String, of kind: String) throws -> Double {
    let legal = kind == CurveFilm.kind ? LSystem.levels : Snowflake.levels
    guard kind == CurveFilm.kind || kind == SnowflakeFilm.kind else {
      throw Problem(400, "a picture of \(kind) has no level: give a time", field: "level")
    }
    guard let level = Double(text), Double(legal.lowerBound)...Double(legal.upperBound) ~= level else {
      throw Problem(
        400,
        "the level \(text.isEmpty ? "\"\"" : text.onOneLine(limit: 40)) can't be drawn: give a number from \(legal.lowerBound) to \(legal.upperBound)",
        field: "level")
    }
    return level
  }

  /// The time at which a level that grows for the whole film has risen to a part, in a film that lasts a second.
  private static func time(whenRisen part: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let middle = (low + high) / 2
      if TimingCurve.easeInOut.value(at: middle) < part { low = middle } else { high = middle }
    }
    // The level has fully risen one frame before the end.
    return low * (1 - 1.0 / 1000)
  }

  /// Draws the picture.
  func bitmap() throws -> Bitmap {
    guard let time else { return try film.picture(ofFrame: try film.frameCount - 1) }
    return try film.picture(ofFrame: film.frameIndex(atSeconds: time))
  }
}

extension ScenePicture {
  /// The picture of the drawing in a session.
  init(_ session: TraceSession, width: Int, theme: String?) throws {
    var scene = TraceFilm(session.leavingOutUndone())
    if let theme { try scene.set(TraceFilm.themeOption.name, theme) }
    scene.parts.subtract([.time, .ring, .fingertip])
    let canvas = session.header.canvas
    var settings = FilmSettings()
    let height = min(4 * Double(width), Double(width) * canvas.height / canvas.width)
    settings.size = PixelSize(width: width, height: max(1, Int(clamping: height.rounded())))
    film = FilmDescription(scene, film: settings)
  }
}
