import ReelPlatform

/// Bounds the work of a regular expression before it runs, as the engine has no limit of its own.
///
/// A repeated group that can match the same text in several ways is tried in the product of these ways. The number is
/// estimated from the expression alone. Adjacent repetitions outside groups take time, but not exponentially.
struct RepetitionCheck {
  /// The most ways for one repeated group.
  private static let limit = Double(1 << 20)
  /// The number of ways assumed for an unbounded repetition.
  private static let unbounded = 32.0

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var isBounded = true
  private var isExtended = false

  private init(_ pattern: String) { scalars = Array(pattern.unicodeScalars) }

  /// Whether a valid expression finishes in bounded time on any text.
  static func isBounded(_ pattern: String) -> Bool {
    var check = RepetitionCheck(pattern)
    while check.index < check.scalars.count {
      _ = check.alternatives()
      check.index += 1
    }
    return check.isBounded
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Takes the next characters if they equal a text.
  private mutating func take(_ text: String) -> Bool {
    guard index < scalars.count, scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  /// Skips all characters up to and including a text.
  private mutating func skip(to end: String) { while index < scalars.count, !take(end) { index += 1 } }

  /// Reads to the end of a group, and returns the number of ways in which it matches.
  private mutating func alternatives() -> Double {
    var (sum, ways) = (0.0, 1.0)
    var elements: [Element] = []
    while let scalar = next, scalar != ")" {
      if scalar == "|" {
        index += 1
        (sum, ways) = (sum + ways, 1)
      } else if isExtended, scalar == "#" {
        skip(to: "\n")
      } else {
        let start = index
        let own = atom()
        index = min(index, scalars.count)
        let atom = start..<index
        let all = repeated(own)
        elements.append(Element(ways: all, atom: atom, isRepeated: index > atom.upperBound))
        ways *= all
      }
    }
    return sum == 0 && hasSeparator(elements) ? 1 : sum + ways
  }

  /// A part of a group.
  private struct Element {
    var ways: Double
    /// The position of the element without its repetition.
    var atom: Range<Int>
    var isRepeated: Bool
  }

  /// Whether only one element varies, and the character after it cannot be part of it, as in `\w+-`: that is one way.
  private func hasSeparator(_ elements: [Element]) -> Bool {
    guard let index = elements.firstIndex(where: { $0.ways > 1 }), index + 1 < elements.count,
      elements[(index + 1)...].allSatisfy({ $0.ways == 1 }), !elements[index + 1].isRepeated
    else { return false }
    let varying = scalars[elements[index].atom]
    // A group may match more than one character, and a blank may be ignored.
    guard varying.first != "(", !isExtended, let separator = Self.character(scalars[elements[index + 1].atom]),
      let regex = try? Regex(Self.text(varying)).ignoresCase().dotMatchesNewlines()
    else { return false }
    return separator.wholeMatch(of: regex) == nil
  }

  /// The single character that an element matches; nil for a class or a group.
  private static func character(_ element: ArraySlice<Unicode.Scalar>) -> String? {
    guard let last = element.last else { return nil }
    if element.count == 1 { return ".^$".unicodeScalars.contains(last) ? nil : String(Character(last)) }
    guard element.count == 2, element.first == "\\" else { return nil }
    switch last {
    case "n": return "\n"
    case "t": return "\t"
    default: return last.properties.isAlphabetic || last.properties.numericType != nil ? nil : String(Character(last))
    }
  }

  private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }

  /// Reads an element without its repetition.
  private mutating func atom() -> Double {
    if take("\\Q") {
      skip(to: "\\E")
      return 1
    }
    if take("(") { return group() }
    if take("[") {
      skipClass()
      return 1
    }
    index += next == "\\" ? 2 : 1
    return 1
  }

  private mutating func group() -> Double {
    if take("?#") {
      skip(to: ")")
      return 1
    }
    let isAtomic = take("?>")
    if take("?") {
      let start = index
      while let scalar = next, scalar.properties.isAlphabetic || "-^".unicodeScalars.contains(scalar) { index += 1 }
      if scalars[start..<index].contains("x") { isExtended = true }
      // Options for the rest of the expression.
      if take(")") { return 1 }
    }
    let ways = alternatives()
    index += 1
    return isAtomic ? 1 : ways
  }

  /// Skips a character class, which may contain others.
  private mutating func skipClass() {
    var depth = 1
    while depth > 0, let scalar = next {
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      index += scalar == "\\" ? 2 : 1
    }
  }

  // MARK: Repetitions

  /// Reads the repetitions after an element, and returns the number of ways of the whole.
  private mutating func repeated(_ element: Double) -> Double {
    var ways = element
    while let (least, most) = quantifier() {
      // `0 * infinity` must not occur, so one way stays one.
      let product = ways > 1 ? pow(ways, most) : 1
      if product > Self.limit { isBounded = false }
      ways = min(product, Self.limit) * min(most - least + 1, Self.unbounded)
      if take("+") { ways = 1 } else { _ = take("?") }
    }
    return ways
  }

  private mutating func quantifier() -> (least: Double, most: Double)? {
    while isExtended, let scalar = next, scalar.properties.isWhitespace { index += 1 }
    if take("*") { return (0, .infinity) }
    if take("+") { return (1, .infinity) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{") else { return nil }
    let least = number()
    let most = take(",") ? number() ?? .infinity : least
    guard take("}"), let most else {
      index = start
      return nil
    }
    return (least ?? 0, most)
  }

  private mutating func number() -> Double? {
    let start = index
    while let scalar = next, ("0"..."9").contains(scalar) { index += 1 }
    return Double(Self.text(scalars[start..<index]))
  }
}
