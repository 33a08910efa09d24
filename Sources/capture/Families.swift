// The families of this build: one line for each. Package.swift defines a name for each that is not left out.
extension Family {
  /// The families that were chosen, in the order in which the help lists their commands.
  static var chosen: [Family] {
    var families: [Family] = []
    #if REEL_FAMILY_CONVERSION
      families.append(.conversion)
    #endif
    #if REEL_FAMILY_CURVES
      families.append(.curves)
    #endif
    #if REEL_FAMILY_TERMINAL
      families.append(.terminal)
    #endif
    #if REEL_FAMILY_DESKTOP
      families.append(.desktop)
    #endif
    #if REEL_FAMILY_STORYBOARDS
      families.append(.storyboards)
    #endif
    #if REEL_FAMILY_STUDIO
      families.append(.studio)
    #endif
    #if REEL_FAMILY_FIXTURES
      families.append(.fixtures)
    #endif
    #if REEL_FAMILY_FARM
      families.append(.farm)
    #endif
    return families
  }
}
