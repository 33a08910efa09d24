import ReelGeometry
import ReelTerminal

/// Masks what must not be seen, in all that a session wrote and all that was typed.
package struct Redaction: Sendable {
  /// The regular expressions of what is masked.
  private let patterns: [String]

  /// Checks the expressions.
  ///
  /// - Throws: `InvalidValue` for one that is not valid.
  package init(_ patterns: [String]) throws(InvalidValue) {
    for pattern in patterns {
      do { _ = try Regex(pattern) } catch {
        throw InvalidValue("redact", pattern, expected: "a regular expression, such as 'token=[a-z0-9]+'")
      }
    }
    self.patterns = patterns
  }

  /// Returns a session in which asterisks stand for what matches, also where it came in pieces or with sequences between
  /// its letters.
  ///
  /// - Throws: `Seen` where it can be read on a screen all the same, because the cursor jumped while it was written.
  package func mask(_ cast: Cast) throws -> Cast {
    if patterns.isEmpty { return cast }
    var cast = cast
    mask(&cast.events) {
      if case .output(let text) = $0 { text } else { nil }
    } set: {
      .output($0)
    }
    mask(&cast.events) {
      if case .input(let text) = $0 { text } else { nil }
    } set: {
      .input($0)
    }
    for index in cast.events.indices {
      if case .marker(let text) = cast.events[index].event { cast.events[index].event = .marker(masked(text)) }
    }
    cast.title = cast.title.map(masked)
    try requireUnseen(cast)
    return cast
  }

  /// It was masked and can be read all the same.
  package struct Seen: Error, CustomStringConvertible {
    /// When, in seconds.
    package var time: Double
    /// One sentence.
    package var description: String {
      "what --redact names can still be read at \(time) s, since its letters were not written one after the other: "
        + "clear it from the screen of the program, and record again"
    }
  }

  /// Masks the texts of some events as one text.
  private func mask(
    _ events: inout [Cast.TimedEvent], _ text: (Cast.Event) -> String?, set: (String) -> Cast.Event
  ) {
    var scalars: [Unicode.Scalar] = []
    var ends: [(event: Int, end: Int)] = []
    for (index, timed) in events.enumerated() {
      guard let text = text(timed.event) else { continue }
      scalars += text.unicodeScalars
      ends.append((index, scalars.count))
    }
    let printed = PrintedText(scalars)
    for range in ranges(in: printed.text) {
      for position in printed.positions[range] { scalars[position] = "*" }
    }
    var start = 0
    for (index, end) in ends {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[start..<end])
      events[index].event = set(String(view))
      start = end
    }
  }

  private func masked(_ text: String) -> String {
    var scalars = Array(text.unicodeScalars)
    for range in ranges(in: scalars) { for index in range { scalars[index] = "*" } }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// The ranges that match.
  private func ranges(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    let text = String(view)
    var ranges: [Range<Int>] = []
    for pattern in patterns {
      guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { continue }
      var (index, offset) = (text.startIndex, 0)
      for match in text.matches(of: regex) {
        offset += text.unicodeScalars.distance(from: index, to: match.range.lowerBound)
        let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
        ranges.append(offset..<offset + length)
        (index, offset) = (match.range.upperBound, offset + length)
      }
    }
    return ranges
  }

  private func requireUnseen(_ cast: Cast) throws {
    let regexes = patterns.compactMap { try? Regex($0).matchingSemantics(.unicodeScalar) }
    var terminal = Terminal(columns: cast.columns, rows: cast.rows)
    for (index, timed) in cast.events.enumerated() {
      terminal.show(timed.event)
      // What comes at one moment is seen together.
      if index + 1 < cast.events.count, cast.events[index + 1].time == timed.time { continue }
      let text = terminal.screenText
      if regexes.contains(where: { text.firstMatch(of: $0) != nil }) { throw Seen(time: timed.time) }
    }
  }
}

/// What a stream prints, without its sequences, and where each character stands in it.
private struct PrintedText {
  private(set) var text: [Unicode.Scalar] = []
  private(set) var positions: [Int] = []

  private enum State { case text, escape, intermediate, control, command, string, commandEscape }

  init(_ scalars: [Unicode.Scalar]) {
    var state = State.text
    for (index, scalar) in scalars.enumerated() {
      switch (state, scalar.value) {
      case (.command, 0x07): state = .text
      case (.command, 0x1B), (.string, 0x1B): state = .commandEscape
      case (.commandEscape, 0x5C): state = .text
      // A title is seen too.
      case (.command, 0x20...): append(scalar, index)
      case (.command, _), (.string, _): break
      case (_, 0x1B): state = .escape
      case (.text, 0x20...0x7E), (.text, 0xA0...), (.text, 0x09): append(scalar, index)
      // A new row ends what came before; a return alone begins the row anew.
      case (.text, 0x0A): append(scalar, index)
      case (.text, _): break
      case (.escape, 0x5B), (.commandEscape, 0x5B): state = .control
      case (.escape, 0x5D), (.commandEscape, 0x5D): state = .command
      case (.escape, 0x50), (.escape, 0x58), (.escape, 0x5E), (.escape, 0x5F): state = .string
      case (.escape, 0x20...0x2F), (.intermediate, 0x20...0x2F): state = .intermediate
      case (.control, 0x40...0x7E): state = .text
      case (.control, _): break
      default: state = .text
      }
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ index: Int) {
    text.append(scalar)
    positions.append(index)
  }
}
