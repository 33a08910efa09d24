/// Decodes a frame's number from the sampled cells of its marks.
struct FrameMarkDecoder {
  /// The maximum number of corrected bits, of 96.
  ///
  /// Random cells that happen to be near a valid number differ in more.
  private static let maxChanges = 12
  /// The numbers of words treated as erasures, in the order tried; the least certain words come first.
  private static let doubts = [0, 2, 4]
  /// The minimum certainty, from 0 to 1, of an unmixed cell in a clean picture.
  private static let sure: Float = 0.6
  /// The minimum number of mixed cells that indicates two frames.
  ///
  /// Two numbers differ in at least nine words.
  private static let minMixed = 9
  /// The maximum border noise, relative to the contrast, at which mixed cells can be recognized.
  private static let clean = 0.07

  private let evidence: FrameMarkEvidence
  private let values: [Float]
  private let words: [UInt8]

  init(_ evidence: FrameMarkEvidence) {
    self.evidence = evidence
    values = evidence.values
    words = Self.words(values.map { $0 > 0 })
  }

  private static func words(_ bits: [Bool]) -> [UInt8] {
    (0..<ReedSolomon.count).map { word in
      bits[word * FrameMark.wordLength..<(word + 1) * FrameMark.wordLength].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// The mark, corrected and checked; nil if no valid number is near.
  var mark: FrameMark? {
    // The least certain bit determines a word's certainty.
    let sureness = (0..<ReedSolomon.count).map { word in
      values[word * FrameMark.wordLength..<(word + 1) * FrameMark.wordLength].reduce(1) { min($0, abs($1)) }
    }
    let order = sureness.indices.sorted { (sureness[$0], $0) < (sureness[$1], $1) }
    for count in Self.doubts {
      guard let corrected = ReedSolomon.correct(words, doubtful: Array(order.prefix(count))),
        Self.difference(corrected, words) <= Self.maxChanges, let mark = FrameMark(words: corrected)
      else { continue }
      return mark
    }
    return nil
  }

  /// The number of bits in which two lists of words differ.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 ^ $1.1).nonzeroBitCount }
  }

  // MARK: - Two frames in one picture

  /// The cells that are neither black nor white in a clean picture; nil if codec noise explains them.
  private var mixed: [UInt8]? {
    guard evidence.noise <= Self.clean else { return nil }
    // Cells outside the picture are 0.
    let isMixed = values.map { $0 != 0 && abs($0) < Self.sure }
    let sure = values.filter { abs($0) >= Self.sure }
    let mean = sure.reduce(0) { $0 + abs($1) } / Float(max(1, sure.count))
    guard isMixed.count(where: { $0 }) >= Self.minMixed, mean > 0.85 else { return nil }
    return Self.words(isMixed)
  }

  /// Whether the cells lie between black and white as in a picture of two frames.
  var isMixed: Bool { mixed != nil }

  /// The two frames mixed in this picture, the lower number first; nil if it is not a mixture or the frames are
  /// ambiguous.
  var mixture: (FrameMark, FrameMark)? {
    guard let mixed else { return nil }
    // In an unequal mixture the stronger frame can be read. The weaker one has the mixed cells inverted.
    if let mark {
      let other = zip(mark.words, mixed).map { $0 ^ $1 }
      guard let corrected = ReedSolomon.correct(other), Self.difference(corrected, other) <= Self.maxChanges,
        let second = FrameMark(words: corrected), second != mark
      else { return nil }
      return mark.number < second.number ? (mark, second) : (second, mark)
    }
    return equalParts(mixed)
  }

  /// The frames of an equal mixture.
  ///
  /// Cells in which they differ are unknown; the others are common to both.
  private func equalParts(_ mixed: [UInt8]) -> (FrameMark, FrameMark)? {
    let mask = Int(mixed[0]) << 14 | Int(mixed[1]) << 8 | Int(mixed[2]) << 2 | Int(mixed[3]) >> 4
    let known = Int(words[0]) << 14 | Int(words[1]) << 8 | Int(words[2]) << 2 | Int(words[3]) >> 4
    let clipMask = Int(mixed[3] & 15) << 8 | Int(mixed[4]) << 2 | Int(mixed[5]) >> 4
    let clip = Int(words[3] & 15) << 8 | Int(words[4]) << 2 | Int(words[5]) >> 4
    // Both frames must be of one clip. Neighbouring numbers differ in no more bits than this.
    guard clipMask == 0, mask != 0, mask.nonzeroBitCount <= 12 else { return nil }
    let bits = (0..<20).map { 1 << $0 }.filter { mask & $0 != 0 }
    var found: (FrameMark, FrameMark)?
    for choice in 0..<1 << (bits.count - 1) {
      // The highest differing bit is 0 in the lower number.
      let part = bits.enumerated().reduce(0) { choice >> $1.offset & 1 == 1 ? $0 | $1.element : $0 }
      let number = known & ~mask | part
      guard let low = try? FrameMark(number: number, clip: clip),
        let high = try? FrameMark(number: number ^ mask, clip: clip)
      else { continue }
      let (a, b) = (low.words, high.words)
      let isFitting = zip(zip(a, b), zip(mixed, words)).reduce(0) { sum, entry in
        let ((a, b), (mixed, word)) = entry
        return sum + (a ^ b ^ mixed).nonzeroBitCount + ((a ^ word) & ~(a ^ b)).nonzeroBitCount
      }
      guard isFitting <= 4 else { continue }
      // A second pair fits, so the mixture is ambiguous.
      if found != nil { return nil }
      found = (low, high)
    }
    return found
  }
}
