import ReelScenes

extension StoryReader {
  /// The kinds of scene that show curves: none, as that family is left out.
  static let curves: [any DescribedScene.Type] = []

  /// Those of them whose content comes from files.
  static let turtles: [SourcedScene] = []
}
