import ReelGeometry

extension InvalidValue {
  /// Creates the error for a word that is not among the allowed ones, suggesting a similar word if there is one.
  ///
  /// - Parameters:
  ///   - name: The value's purpose, as a user would name it.
  ///   - text: The rejected word.
  ///   - words: The allowed words; at least one.
  ///   - otherwise: What else is allowed, completing the sentence "it must be …"; if nil, the words are listed.
  package init(_ name: String, _ text: String, among words: [String], otherwise: String? = nil) {
    let expected = otherwise ?? OptionText.alternatives(words)
    guard let nearest = Spelling.nearest(to: text.lowercased(), among: words) else {
      self.init(name, text, expected: expected)
      return
    }
    self.init(
      name, text, expected: expected,
      sentence: "\(name) \(text.namingInvisible(limit: Self.longestQuote)) is not valid: did you mean \(nearest)?")
  }
}
