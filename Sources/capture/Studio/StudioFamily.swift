extension Family {
  /// The commands that serve the page for tracing letters and previewing storyboards.
  static var studio: Family { Family(commands: [StudioCommand.self, PreviewCommand.self]) }
}
