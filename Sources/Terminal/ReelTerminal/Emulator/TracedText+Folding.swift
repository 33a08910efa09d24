#if canImport(Darwin)
  import Foundation
#else
  // The standard library's own decomposition, as FoundationEssentials has none.
  @_spi(_Unicode) import Swift
#endif

extension TracedText {
  /// The text in the form used for comparison: decomposed (NFD), without marks and invisible characters; nil if it
  /// already has that form.
  package var folded: TracedText? {
    guard scalars.contains(where: { $0.value >= 0xAD }) else { return nil }
    var text = TracedText()
    for (scalar, source) in zip(scalars, sources) {
      let parts = scalar.value < 0xC0 ? [scalar] : Self.decomposition(of: scalar)
      for part in parts where !Self.isUnseen(part) { text.append(part, from: source) }
    }
    return text.scalars == scalars ? nil : text
  }

  private static func decomposition(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    #if canImport(Darwin)
      Array(String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars)
    #else
      Array(String(Character(scalar))._nfd)
    #endif
  }

  /// Whether a character is drawn with the previous one: a mark, or a Hangul vowel or final consonant.
  package static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x300 { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: return true
    case .otherLetter: return isUnseen(scalar)
    default: return false
    }
  }
}
