import ReelDesktop

extension Family {
  /// Screens with programs on them.
  static var desktop: Family {
    Family(commands: [DesktopCommand.self], stateOfFilm: { ScreenState(ofFilm: $0, atSeconds: $1) })
  }
}
