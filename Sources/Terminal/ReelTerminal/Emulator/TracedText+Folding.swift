#if canImport(Darwin)
  import Foundation
#else
  // The standard library's own decomposition: the smaller half of Foundation has none.
  @_spi(_Unicode) import Swift
#endif

extension TracedText {
  /// The text in the form in which texts are compared: decomposed (NFD), without marks and without what is not to be seen;
  /// nil where it has that form.
  package var folded: TracedText? {
    guard scalars.contains(where: { $0.value >= 0xAD }) else { return nil }
    var text = TracedText()
    for (scalar, source) in zip(scalars, sources) where !Self.isUnseen(scalar) {
      text.append(Self.base(of: scalar), from: source)
    }
    return text.scalars == scalars ? nil : text
  }

  /// The letter without its marks, if all that the character has besides is marks.
  private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    // A syllable of Hangul is more than its first consonant.
    if scalar.value < 0xC0 || (0xAC00...0xD7A3).contains(scalar.value) { return scalar }
    let parts = decomposition(of: scalar)
    return parts.dropFirst().allSatisfy(isMark) ? parts.first ?? scalar : scalar
  }

  private static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    #if canImport(Darwin)
      Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
      Array(String(Character(scalar))._nfd)
    #endif
  }

  /// Whether a character is a mark on the one before.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    default: return false
    }
  }
}
