import ReelFilms
import ReelScenes

extension SceneCatalog {
  /// The scenes of storyboards, and storyboards themselves.
  public static let storyboards: SceneCatalog =
    (StoryReader.curves + StoryReader.terminals.map(\.kind) + [
      TitleScene.self, TextScene.self, ImageScene.self, TableScene.self, BlankScene.self, ClockScene.self,
      MovieScene.self, FramesScene.self, CodeScene.self, ShapesScene.self,
    ] + StoryReader.fixtures + [StoryFilm.self]).reduce(SceneCatalog.standard) { $0.adding($1) }
}

extension Storyboard {
  /// Reads a storyboard from YAML.
  ///
  /// - Parameters:
  ///   - yaml: The text, in UTF-8.
  ///   - file: Its name in messages.
  ///   - folder: The folder that file names are relative to and may not leave; empty for the current one.
  ///   - allowed: Paths outside that folder that may be named too.
  ///   - settings: Values by key path, such as `film.size`, which replace those in the storyboard.
  ///   - variables: Values by variable name, which override those under `vars`, for example a row of a table for each film.
  ///   - catalog: The kinds of scene.
  /// - Throws: `StoryboardError` with every problem.
  public init(
    yaml: [UInt8], file: String, folder: String, allowing allowed: [String] = [],
    setting settings: [(key: String, value: String)] = [], variables: [String: String] = [:],
    catalog: SceneCatalog = .storyboards
  ) throws(StoryboardError) {
    let files = StoryFiles(folder: folder, allowed: allowed)
    self = try StoryReader(files: files, catalog: catalog, sets: settings, given: variables).read(yaml, file: file)
  }

  /// Whether a text is meant as a storyboard: one of its lines begins with `scenes:`, and it is not JSON.
  public static func isStoryboard(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= StoryText.longestFile, bytes.first != UInt8(ascii: "{") else { return false }
    return bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: "scenes:".utf8) }
  }
}
