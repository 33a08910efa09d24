extension StoryReader {
  /// The kinds of scene that show a terminal: none where that family is left out.
  static let terminals: [SourcedScene] = []
}
