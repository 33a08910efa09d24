import ReelTerminal

/// Finds what matches regular expressions, and what is left elsewhere of a text that matched.
struct SecretSearch {
  private let regexes: [(regex: Regex<AnyRegexOutput>, text: [Unicode.Scalar])]
  /// Each four characters in a row of what matched, that the expressions do not have themselves.
  private var parts: Set<SIMD4<UInt32>> = []
  /// What was learned.
  private var learned: Set<[Unicode.Scalar]> = []
  /// Which parts may begin with two characters: there are few.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)

  /// What stands for a character that is masked.
  static let mask: Unicode.Scalar = "*"
  /// The characters that are too many of a secret.
  private static let partLength = 4

  /// - Parameter patterns: Expressions that were checked.
  init(_ patterns: [String]) {
    regexes = patterns.compactMap { pattern in
      guard let regex = try? Regex(pattern).matchingSemantics(.unicodeScalar) else { return nil }
      var text: [Unicode.Scalar] = []
      // A backslash before a mark is not matched.
      for scalar in pattern.lowercased().unicodeScalars {
        if text.last == "\\", !scalar.properties.isAlphabetic { text.removeLast() }
        text.append(scalar)
      }
      return (regex, text)
    }
  }

  /// The number of parts that are known.
  var partCount: Int { parts.count }

  /// Returns the ranges that match or repeat a part of what matched before; what matches is learned.
  mutating func ranges(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let text = String(String.UnicodeScalarView(scalars))
    for (regex, pattern) in regexes {
      var (index, offset) = (text.startIndex, 0)
      for match in text.matches(of: regex) {
        offset += text.unicodeScalars.distance(from: index, to: match.range.lowerBound)
        let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
        if length > 0 {
          ranges.append(offset..<offset + length)
          learn(Array(scalars[offset..<offset + length]), pattern)
        }
        (index, offset) = (match.range.upperBound, offset + length)
      }
    }
    return ranges + repeats(in: scalars)
  }

  /// Returns the ranges that repeat a part of what matched.
  func repeats(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    if parts.isEmpty || scalars.count < Self.partLength { return [] }
    return (0...scalars.count - Self.partLength).compactMap { start in
      guard beginnings[Self.beginning(scalars[start], scalars[start + 1])],
        parts.contains(Self.part(scalars, start))
      else { return nil }
      return start..<start + Self.partLength
    }
  }

  /// Learns the parts of a text that matched.
  ///
  /// What the expression has itself, such as `token=`, is no secret, unless all of the text is in it.
  private mutating func learn(_ match: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) {
    guard match.count >= Self.partLength, learned.insert(match).inserted else { return }
    let plain = match.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
    var isOpen = [Bool](repeating: false, count: match.count)
    let starts = 0...match.count - Self.partLength
    if pattern.firstRange(of: plain) == nil {
      for start in starts where pattern.firstRange(of: plain[start..<start + Self.partLength]) != nil {
        for index in start..<start + Self.partLength { isOpen[index] = true }
      }
    }
    for start in starts {
      let range = start..<start + Self.partLength
      let secret = range.filter { !isOpen[$0] && !match[$0].properties.isWhitespace }
      // One character of a secret, a line of dashes, and what is masked already, give nothing away.
      let isRule = Set(match[range]).count == 1 && !match[start].properties.isAlphabetic && !isDigit(match[start])
      if secret.count < 2 || isRule || match[range].contains(where: { $0 == Self.mask || $0 == "\n" }) { continue }
      parts.insert(Self.part(match, start))
      beginnings[Self.beginning(match[start], match[start + 1])] = true
    }
  }

  private func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.numericType != nil }

  private static func part(_ scalars: [Unicode.Scalar], _ start: Int) -> SIMD4<UInt32> {
    SIMD4(scalars[start].value, scalars[start + 1].value, scalars[start + 2].value, scalars[start + 3].value)
  }

  private static func beginning(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Int {
    Int((first.value &* 31 &+ second.value) & 0xFFFF)
  }
}
