import ArgumentParser
import Reel

/// The levels of a film as they are written: `0...6`, `0-6`, `4`.
struct LevelRange {
  let range: ClosedRange<Int>

  init(_ range: ClosedRange<Int>) { self.range = range }

  init(argument text: String) throws {
    let legal = Snowflake.levels
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
    range = first...last
  }
}

extension LevelRange: CustomStringConvertible {
  var description: String {
    range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound)"
  }
}

extension String {
  /// The first of the separators that stands between two characters of the text.
  fileprivate func range(ofDots separators: [String]) -> Range<String.Index>? {
    for separator in separators {
      if let range = firstRange(of: separator), range.lowerBound > startIndex { return range }
    }
    return nil
  }
}
