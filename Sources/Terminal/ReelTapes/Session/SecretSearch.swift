import ReelTerminal

/// Finds what matches regular expressions, and what is left elsewhere of a text that matched.
///
/// Texts are compared as letters without marks, so that each way to write a letter with its marks is the same.
struct SecretSearch {
  /// Pieces of a text that must not be seen.
  struct Found {
    /// The numbers of the pieces.
    var sources: Set<Int> = []
    /// Whether something is among them that no piece wrote.
    var hasUnwritten = false
  }

  /// A regular expression in the ways in which it is sought.
  private struct Expression {
    /// As it is written, and without marks, for single scalars.
    var scalars: [Regex<AnyRegexOutput>]
    /// For letters with their marks, however they are encoded.
    var letters: Regex<AnyRegexOutput>
    /// What is not secret at the beginning of a match.
    var label: [Unicode.Scalar]
  }

  private let expressions: [Expression]
  /// Each four characters in a row of what matched, without labels.
  private var parts: Set<SIMD4<UInt32>> = []
  /// What was learned.
  private var learned: Set<[Unicode.Scalar]> = []
  /// Which parts may begin with two characters: there are few.
  private var beginnings = [Bool](repeating: false, count: 1 << 16)

  /// Whether an asterisk may stand for a character that is masked already; before, it is one of the text.
  var hasMasks = false

  /// What stands for a character that is masked.
  static let mask: Unicode.Scalar = "*"
  /// The characters that are too many of a secret.
  private static let partLength = 4

  /// - Parameter patterns: Expressions that were checked.
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

  /// The label at the beginning of an expression: letters up to `=` or `:`, as in `token=\w+`; empty where there is none.
  ///
  /// A label with a digit may be a secret itself, and so may one after which nothing varies.
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
    // A sign that is repeated or left out belongs to what varies.
    if "?*+{".unicodeScalars.contains(next) { label.removeLast() }
    return label.contains("=") || label.contains(":") ? label : []
  }

  private static func folded(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var text = TracedText()
    for scalar in scalars { text.append(scalar) }
    return text.folded?.scalars ?? scalars
  }

  /// The number of parts that are known.
  var partCount: Int { parts.count }

  // MARK: Searching

  /// Finds what matches or repeats a part of what matched before; what matches is learned.
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

  /// Finds what repeats a part of what matched.
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

  /// Learns the parts of a text that matched.
  private mutating func learn(_ match: [Unicode.Scalar], _ label: [Unicode.Scalar]) {
    guard learned.insert(match).inserted else { return }
    // Elsewhere lines may break otherwise.
    let match = Self.folded(match.filter { $0 != "\n" })
    if match.count < Self.partLength { return }
    let plain = match.map { $0.properties.lowercaseMapping.unicodeScalars.first ?? $0 }
    let hasLabel = plain.starts(with: label) && match.dropFirst(label.count).contains(where: Self.isLetterOrDigit)
    for start in 0...match.count - Self.partLength {
      let range = start..<start + Self.partLength
      let secret = range.filter { !(hasLabel && $0 < label.count) && !match[$0].properties.isWhitespace }
      // One character of a secret, a line of dashes, and what is masked already, give nothing away.
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
