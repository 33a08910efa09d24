/// Parses durations: `90`, `1.5`, `90s`, `90 s`, `1m30s`, `2h`, `250ms`, `1:30`, `1:02:03.5`.
package enum Seconds {
  /// The accepted forms, for messages.
  package static let forms = "such as 90, 90s, 1m30s or 1:30"

  /// Parses a duration in seconds; nil for anything else.
  package static func parse(_ text: String) -> Double? {
    if let seconds = Double(text) { return seconds }
    return text.contains(":") ? clock(text) : units(text)
  }

  /// Parses hours, minutes and seconds between colons; all but the first are below 60.
  private static func clock(_ text: String) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3, let last = parts.last, let seconds = number(last), seconds < 60 else { return nil }
    let whole = parts.dropLast().map { part in part.allSatisfy(\.isASCII) ? UInt32(part) : nil }
    guard !whole.contains(nil), whole.dropFirst().allSatisfy({ ($0 ?? 60) < 60 }) else { return nil }
    return whole.reduce(0) { 60 * ($0 + Double($1 ?? 0)) } + seconds
  }

  /// Parses numbers with units, larger units first, each at most once.
  private static func units(_ text: String) -> Double? {
    var rest = text[...]
    var (sum, count) = (0.0, 0)
    for (wanted, length) in [("h", 3600.0), ("m", 60), ("s", 1), ("ms", 0.001)] {
      let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      let unit = rest.dropFirst(digits.count).drop { $0 == " " }
      let name = unit.prefix { $0.isLetter }
      guard name == wanted else { continue }
      guard let value = number(digits) else { return nil }
      sum += value * length
      count += 1
      rest = unit.dropFirst(name.count).drop { $0 == " " }
    }
    return rest.isEmpty && count > 0 ? sum : nil
  }

  /// Parses digits with at most one decimal point.
  private static func number(_ text: Substring) -> Double? {
    text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." } ? Double(text) : nil
  }
}
