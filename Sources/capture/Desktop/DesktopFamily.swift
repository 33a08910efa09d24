extension Family {
  /// Screens with programs on them.
  static var desktop: Family { Family(commands: [DesktopCommand.self]) }
}
