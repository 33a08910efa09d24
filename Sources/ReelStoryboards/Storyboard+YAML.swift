import ReelFilms
import ReelFixtures
import ReelScenes

extension SceneCatalog {
  /// The scenes of storyboards, and storyboards themselves.
  public static let storyboards: SceneCatalog = [
    TitleScene.self, TextScene.self, ImageScene.self, TableScene.self, BlankScene.self, ClockScene.self,
    MovieScene.self, FramesScene.self, CodeScene.self, ShapesScene.self,
    PatternFilm.self,
    StoryFilm.self,
  ].reduce(SceneCatalog.standard) { $0.adding($1) }
}

extension Storyboard {
  /// Reads a storyboard from YAML.
  ///
  /// - Parameters:
  ///   - yaml: The text, in UTF-8.
  ///   - file: What messages call it.
  ///   - folder: The folder that the names of files are relative to and may not leave; empty for the current one.
  ///   - allowed: Paths beyond that folder that may be named as well.
  ///   - settings: Values by the keys that lead to them, such as `film.size`, which replace those of the storyboard.
  ///   - variables: Values by the names of variables, which count instead of those under `vars`: a row of a table makes a film of its own.
  ///   - catalog: The kinds of scene.
  /// - Throws: `StoryboardError` with all that is wrong with it.
  public init(
    yaml: [UInt8], file: String, folder: String, allowing allowed: [String] = [],
    setting settings: [(key: String, value: String)] = [], variables: [String: String] = [:],
    catalog: SceneCatalog = .storyboards
  ) throws(StoryboardError) {
    let files = StoryFiles(folder: folder, allowed: allowed)
    self = try StoryReader(files: files, catalog: catalog, sets: settings, given: variables).read(yaml, file: file)
  }

  /// Whether a text is meant as a storyboard: a line of it begins with `scenes:` and is no JSON.
  public static func isStoryboard(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= StoryText.longestFile, bytes.first != UInt8(ascii: "{") else { return false }
    return bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "scenes:".utf8) }
  }
}
