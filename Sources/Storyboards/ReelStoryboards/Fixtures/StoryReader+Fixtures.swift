import ReelFixtures
import ReelScenes

extension StoryReader {
  /// The kinds of scene that show fixtures.
  static let fixtures: [any DescribedScene.Type] = [PatternFilm.self]
}
