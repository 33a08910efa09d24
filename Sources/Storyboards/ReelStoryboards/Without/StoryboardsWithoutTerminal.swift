extension StoryReader {
  /// The kinds of scene that show a terminal: none, as that family is left out.
  static let terminals: [SourcedScene] = []
}
