extension Family {
  /// The page on which letters are traced and storyboards are written.
  static var studio: Family { Family(commands: [StudioCommand.self, PreviewCommand.self]) }
}
