import ReelFormats
import ReelFiles

/// A segment of a UNIPEN file: `.SEGMENT CHARACTER 3-4 ? "a"` names the components of one character, word or line.
///
/// Components are the blocks after `.PEN_DOWN` and `.PEN_UP` that have samples, counted from 0 through the file.
struct UNIPENSegment: Equatable {
  /// The text written there.
  var label: String
  /// The ranges of samples, both ends included, counted from 0.
  var ranges: [ClosedRange<Position>]

  /// A sample of a component.
  struct Position: Comparable {
    var component: Int
    var sample: Int

    static func < (a: Position, b: Position) -> Bool { (a.component, a.sample) < (b.component, b.sample) }
  }

  private static let rangeLimit = 10_000

  /// Returns whether the segment contains the sample.
  func contains(_ position: Position) -> Bool { ranges.contains { $0.contains(position) } }

  /// Parses the words after `.SEGMENT`; nil if they name no components.
  ///
  /// Components are written as `3`, `3-4`, or `3:10-4:7` with samples; commas separate several.
  init?(words: [String]) {
    guard words.count >= 2 else { return nil }
    ranges = []
    for part in words[1].split(separator: ",") {
      let ends = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = Self.position(ends[0], sample: 0), let last = Self.position(ends[ends.count - 1], sample: .max),
        first <= last, ranges.count < Self.rangeLimit
      else { return nil }
      ranges.append(first...last)
    }
    guard !ranges.isEmpty else { return nil }
    label = words.dropFirst(3).joined(separator: " ")
    if label.count >= 2, label.hasPrefix("\""), label.hasSuffix("\"") { label = String(label.dropFirst().dropLast()) }
  }

  private static func position(_ text: Substring, sample: Int) -> Position? {
    let numbers = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { Int($0) }
    guard let component = numbers[0], component >= 0 else { return nil }
    guard numbers.count == 2 else { return Position(component: component, sample: sample) }
    guard let sample = numbers[1], sample >= 0 else { return nil }
    return Position(component: component, sample: sample)
  }

  /// All segments of a file that name components, in file order.
  static func all(in source: TextSource) -> [UNIPENSegment] {
    var lines = TextLines(source)
    var segments: [UNIPENSegment] = []
    while let line = lines.next() {
      var start = line.lowerBound
      source.skipSpace(at: &start, before: line.upperBound)
      guard source.bytes[start..<line.upperBound].starts(with: ".SEGMENT".utf8) else { continue }
      let words = source.words(in: line, atMost: 20)
      if words[0] == ".SEGMENT", let segment = UNIPENSegment(words: Array(words.dropFirst())) {
        segments.append(segment)
      }
    }
    return segments
  }
}
