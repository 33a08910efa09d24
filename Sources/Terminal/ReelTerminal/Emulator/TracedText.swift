/// A text with the number of the piece that wrote each character.
package struct TracedText: Sendable {
  /// The characters.
  package private(set) var scalars: [Unicode.Scalar] = []
  /// The number of the piece that wrote each character; 0 for none, as between two rows.
  package private(set) var sources: [UInt32] = []

  /// Creates an empty text.
  package init() {}

  /// Appends a character.
  package mutating func append(_ scalar: Unicode.Scalar, from source: UInt32 = 0) {
    scalars.append(scalar)
    sources.append(source)
  }

  /// Appends a line break, unless there is one.
  package mutating func endLine() { if scalars.last != "\n" { append("\n") } }

  /// Removes trailing spaces.
  mutating func removeBlankEnd() {
    while scalars.last == " " {
      scalars.removeLast()
      sources.removeLast()
    }
  }

  /// The text without characters of a kind; nil if it contains none.
  package func without(_ isLeftOut: (Unicode.Scalar, UInt32) -> Bool) -> TracedText? {
    guard zip(scalars, sources).contains(where: isLeftOut) else { return nil }
    var text = TracedText()
    for (scalar, source) in zip(scalars, sources) where !isLeftOut(scalar, source) { text.append(scalar, from: source) }
    return text
  }

  /// Whether a character is invisible between others.
  package static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0xAD { return false }
    return scalar.value == 0xAD || CharacterWidth.of(scalar) == 0 || scalar.properties.isDefaultIgnorableCodePoint
  }
}
