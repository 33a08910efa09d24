import CReelCairo

extension Font {
  /// Returns the characters that no font on this machine has, in the given order.
  ///
  /// Invisible characters are omitted: spaces, controls, and marks that only affect other characters, such as the joiners of emoji. The
  /// corresponding C function is `FcCharSetHasChar`.
  package static func missing(of scalars: some Sequence<Unicode.Scalar>) -> [Unicode.Scalar] {
    guard isAnyInstalled else { return [] }
    var sets: [OpaquePointer] = []
    for kind in [FcSetSystem, FcSetApplication] {
      guard let fonts = FcConfigGetFonts(nil, kind) else { continue }
      for index in 0..<Int(fonts.pointee.nfont) {
        var characters: OpaquePointer?
        guard let pattern = fonts.pointee.fonts[index],
          FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch, let characters
        else { continue }
        sets.append(characters)
      }
    }
    return scalars.filter { scalar in
      draws(scalar) && !sets.contains { FcCharSetHasChar($0, scalar.value) != 0 }
    }
  }

  /// Whether a character is visible if a font has it.
  private static func draws(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint && properties.generalCategory != .control
  }
}
