import ReelTerminal

/// Finds matches of regular expressions, and parts of a match that appear elsewhere.
///
/// Texts are compared as letters without combining marks, so every encoding of a letter is the same.
struct SecretSearch {
  /// The pieces of a text that must be masked.
  struct Found {
    /// The numbers of the pieces.
    var sources: Set<Int> = []
    /// Whether they include text that no piece wrote.
    var hasUnwritten = false
  }

  /// A regular expression in each form that is searched for.
  private struct Expression {
    /// As written, and without marks, matching Unicode scalars.
    var scalars: [Regex<AnyRegexOutput>]
    /// For letters with marks, however they are encoded.
    var letters: Regex<AnyRegexOutput>
    /// The public beginning of a match.
    var label: [Unicode.Scalar]
  }

  private let expressions: [Expression]
  /// Every run of four characters of matched text, without labels.
  private var parts: Set<SIMD4<UInt32>> = []
  /// The matches that have been learned.
  private var learned: Set<[Unicode.Scalar]> = []
  /// Which pairs of characters may begin a part.
  ///
  /// Few do.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)

  /// Whether an asterisk may be a masked character; before masking, it is part of the text.
  var hasMasks = false

  /// The replacement for a masked character.
  static let mask: Unicode.Scalar = "*"
  /// The number of characters of a secret that must not appear together.
  private static let partLength = 4

  /// - Parameter patterns: Expressions that have been checked.
  init(_ patterns: [String]) {
    expressions = patterns.compactMap { pattern in
      guard let regex = try? Regex(pattern) else { return nil }
      var scalars = [regex.matchingSemantics(.unicodeScalar)]
      let folded = String(String.UnicodeScalarView(Self.folded(Array(pattern.unicodeScalars))))
      if !folded.unicodeScalars.elementsEqual(pattern.unicodeScalars), let regex = try? Regex(folded) {
        scalars.append(regex.matchingSemantics(.unicodeScalar))
      }
      return Expression(scalars: scalars, letters: regex, label: Self.label(of: folded))
    }
  }

  /// The label at the beginning of an expression: letters up to `=` or `:`, as in `token=\w+`; empty if there is none.
  ///
  /// A label with a digit may itself be a secret, and so may a label with nothing variable after it.
  private static func label(of pattern: String) -> [Unicode.Scalar] {
    guard let match = pattern.prefixMatch(of: #/(?:\(\?i\))?(?:\\b|\^)?(["']?\p{L}[\p{L} _\-]*["']? ?[=:] ?["']?)/#)
    else {
      return []
    }
    var label = Array(match.output.1.lowercased().unicodeScalars)
    let rest = pattern[match.range.upperBound...].unicodeScalars
    guard let next = rest.first, !"=:".unicodeScalars.contains(next),
      rest.contains(where: { "\\[(.?*+{".unicodeScalars.contains($0) })
    else { return [] }
    // A repeated or optional `=` or `:` belongs to the variable part.
    if "?*+{".unicodeScalars.contains(next) { label.removeLast() }
    return label.contains("=") || label.contains(":") ? label : []
  }

  private static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text = TracedText()
    for scalar in scalars { text.append(scalar) }
    return text.folded?.scalars ?? scalars
  }

  /// The number of known parts.
  var partCount: Int { parts.count }

  // MARK: Searching

  /// Finds new matches and parts of earlier ones, and learns the matches.
  mutating func found(in text: TracedText) -> Found {
    var found = Found()
    let folded = text.folded
    for form in [text, folded].compactMap({ $0 }) {
      for range in matches(in: form) { found.add(form, range) }
    }
    if folded != nil { for range in matches(in: text, asLetters: true) { found.add(text, range) } }
    let plain = folded ?? text
    for range in repeats(in: plain.scalars) { found.add(plain, range) }
    if folded == nil { return found }
    // A mark goes with its letter.
    for index in text.scalars.indices.dropFirst() where TracedText.isMark(text.scalars[index]) {
      if found.sources.contains(Int(text.sources[index - 1])) { found.add(text, index..<index + 1) }
    }
    return found
  }

  /// Finds parts of earlier matches.
  func repeated(in text: TracedText) -> Found {
    var found = Found()
    let plain = text.folded ?? text
    for range in repeats(in: plain.scalars) { found.add(plain, range) }
    return found
  }

  private mutating func matches(in form: TracedText, asLetters: Bool = false) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    let text = String(String.UnicodeScalarView(form.scalars))
    for expression in expressions {
      for regex in asLetters ? [expression.letters] : expression.scalars {
        var (index, offset) = (text.startIndex, 0)
        for match in text.matches(of: regex) {
          offset += text.unicodeScalars.distance(from: index, to: match.range.lowerBound)
          let length = text.unicodeScalars.distance(from: match.range.lowerBound, to: match.range.upperBound)
          if length > 0 {
            ranges.append(offset..<offset + length)
            learn(Array(form.scalars[offset..<offset + length]), expression.label)
          }
          (index, offset) = (match.range.upperBound, offset + length)
        }
      }
    }
    return ranges
  }

  private func repeats(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    if parts.isEmpty || scalars.count < Self.partLength { return [] }
    return (0...scalars.count - Self.partLength).compactMap { start in
      guard beginnings[Self.beginning(scalars[start], scalars[start + 1])],
        parts.contains(Self.part(scalars, start))
      else { return nil }
      return start..<start + Self.partLength
    }
  }

  /// Learns the parts of a match.
  private mutating func learn(_ match: [Unicode.Scalar], _ label: [Unicode.Scalar]) {
    guard learned.insert(match).inserted else { return }
    // Lines may break elsewhere.
    let match = Self.folded(match.filter { $0 != "\n" })
    if match.count < Self.partLength { return }
    let plain = match.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
    let hasLabel = plain.starts(with: label) && match.dropFirst(label.count).contains(where: Self.isLetterOrDigit)
    for start in 0...match.count - Self.partLength {
      let range = start..<start + Self.partLength
      let secret = range.filter { !(hasLabel && $0 < label.count) && !match[$0].properties.isWhitespace }
      // One character of a secret, a line of dashes, or masked text reveals nothing.
      let isRule = Set(match[range]).count == 1 && !Self.isLetterOrDigit(match[start])
      if secret.count < 2 || isRule || hasMasks && match[range].contains(Self.mask) { continue }
      parts.insert(Self.part(match, start))
      beginnings[Self.beginning(match[start], match[start + 1])] = true
    }
  }

  private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  private static func part(_ scalars: [Unicode.Scalar], _ start: Int) -> SIMD4<UInt32> {
    SIMD4(scalars[start].value, scalars[start + 1].value, scalars[start + 2].value, scalars[start + 3].value)
  }

  private static func beginning(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Int {
    Int((first.value &* 31 &+ second.value) & 0xFFFF)
  }
}

extension SecretSearch.Found {
  fileprivate mutating func add(_ text: TracedText, _ range: Range<Int>) {
    for index in range {
      let source = Int(text.sources[index])
      if source > 0 {
        sources.insert(source)
      } else if !text.scalars[index].properties.isWhitespace {
        hasUnwritten = true
      }
    }
  }
}
