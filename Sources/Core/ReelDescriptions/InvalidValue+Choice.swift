import ReelGeometry

extension InvalidValue {
  /// The error for a word that is none of those which are possible, with the nearest of them where one is near.
  ///
  /// - Parameters:
  ///   - name: What the value is for, as a user would name it.
  ///   - text: The word that was given.
  ///   - words: The words that are possible; at least one.
  ///   - otherwise: What else is possible, as the end of the sentence "it must be …"; nil for nothing but the words, which are then listed.
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
