import ReelScenes

extension StoryReader {
  /// The kinds of scene that show fixtures: none, as that family is left out.
  static let fixtures: [any DescribedScene.Type] = []
}
