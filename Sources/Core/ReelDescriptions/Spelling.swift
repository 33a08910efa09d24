/// Suggests corrections for misspelled words.
package enum Spelling {
  /// Returns the word nearest to what was typed, or nil if none is near.
  ///
  /// A word is near if there is at most one error for every three letters, or if the typed text is its beginning.
  package static func nearest(to typed: String, among words: some Sequence<String>) -> String? {
    guard typed.count > 2 else { return nil }
    let ranked = words.map { word in
      (word: word, slips: word.hasPrefix(typed) ? 0 : slips(from: Array(typed), to: Array(word)))
    }
    guard let best = ranked.min(by: { ($0.slips, $0.word) < ($1.slips, $1.word) }), best.slips <= typed.count / 3 else {
      return nil
    }
    return best.word
  }

  /// Counts wrong, missing, extra and transposed letters: the optimal string alignment distance.
  package static func slips(from a: [Character], to b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
