/// The width of a Unicode scalar in terminal cells: 0, 1 or 2.
///
/// The rules follow `wcwidth`, which programs use: characters that UAX #11 classifies as wide or full width are wide,
/// and combining marks have no width. A variation selector does not change the width.
package enum CharacterWidth {
  /// Returns the width of a scalar.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xAD || value >= 0xA0 || (0x20..<0x7F).contains(value) ? 1 : 0 }
    // Hangul vowels and final consonants share the cell of the first consonant.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    if value < 0x1100 { return 1 }
    return isWide(value) || scalar.properties.isEmojiPresentation && !isFlagLetter(value) ? 2 : 1
  }

  /// Whether two such characters form a flag.
  static func isFlagLetter(_ value: UInt32) -> Bool { (0x1F1E6...0x1F1FF).contains(value) }

  private static func isWide(_ value: UInt32) -> Bool {
    var (low, high) = (0, wide.count)
    while low < high {
      let middle = (low + high) / 2
      if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wide.count && wide[low].contains(value)
  }

  /// Wide characters besides emoji: W and F of Unicode 15's `EastAsianWidth.txt`, with ranges merged across unassigned
  /// code points.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
    0xFFE0...0xFFE6, 0x16FE0...0x18D08, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
