import ReelGeometry

/// Parses ranges of levels: `0...6`, `0-6`, `4`.
package enum LevelRange {
  /// Parses a range of levels.
  ///
  /// - Throws: `InvalidValue` for anything other than an ascending range within the legal levels.
  package static func parse(_ text: String, legal: ClosedRange<Int>) throws(InvalidValue) -> ClosedRange<Int> {
    let invalid = InvalidValue(
      "levels", text,
      expected: "one level or a rising range of them from \(legal.lowerBound) to \(legal.upperBound), such as 0...6")
    let ends: [String]
    if let dots = text.range(ofDots: ["...", "..", "-"]) {
      ends = [String(text[..<dots.lowerBound]), String(text[dots.upperBound...])]
    } else {
      ends = [text, text]
    }
    guard let first = Int(ends[0]), let last = Int(ends[1]), first <= last,
      legal.contains(first), legal.contains(last)
    else { throw invalid }
    return first...last
  }

  /// Formats levels as they are parsed.
  package static func text(_ levels: ClosedRange<Int>) -> String {
    levels.count == 1 ? "\(levels.lowerBound)" : "\(levels.lowerBound)...\(levels.upperBound)"
  }
}

extension String {
  /// Returns the range of the first separator inside the text.
  fileprivate func range(ofDots separators: [String]) -> Range<String.Index>? {
    for separator in separators {
      if let range = firstRange(of: separator), range.lowerBound > startIndex { return range }
    }
    return nil
  }
}
