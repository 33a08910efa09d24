/// Makes a frame's number of what the cells of its marks say.
struct FrameMarkDecoder {
  /// A correction changes at most so many of the 96 bits: random cells that happen to be near some number differ in more.
  private static let maxChanges = 12
  /// So many words are taken for unknown in turn, the most doubtful first.
  private static let doubts = [0, 2, 4]
  /// A cell of a clean picture that is this far from both ends, of 1, is a mixture.
  private static let sure: Float = 0.6
  /// So many mixed cells tell of two frames: two numbers differ in nine words at least.
  private static let minMixed = 9
  /// Pictures whose border is noisier, as a part of the contrast, can't be told from mixed ones.
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

  /// The mark, corrected and checked; nil where no number is near.
  var mark: FrameMark? {
    // The least sure bit decides how sure a word is.
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

  /// Which cells are neither black nor white in a clean picture; nil where they are what a codec leaves.
  private var mixed: [UInt8]? {
    guard evidence.noise <= Self.clean else { return nil }
    let isMixed = values.map { abs($0) < Self.sure }
    let sure = values.filter { abs($0) >= Self.sure }
    let mean = sure.reduce(0) { $0 + abs($1) } / Float(max(1, sure.count))
    guard isMixed.count(where: { $0 }) >= Self.minMixed, mean > 0.85 else { return nil }
    return Self.words(isMixed)
  }

  /// Whether cells lie between black and white as in a picture of two frames.
  var isMixed: Bool { mixed != nil }

  /// The two frames of which this is a mixture, the lower number first; nil where it is none, or can't be told.
  var mixture: (FrameMark, FrameMark)? {
    guard let mixed else { return nil }
    // The heavier one of unequal parts can be read, and the other is where the mixed cells are turned over.
    if let mark {
      let other = zip(mark.words, mixed).map { $0 ^ $1 }
      guard let corrected = ReedSolomon.correct(other), Self.difference(corrected, other) <= Self.maxChanges,
        let second = FrameMark(words: corrected), second != mark
      else { return nil }
      return mark.number < second.number ? (mark, second) : (second, mark)
    }
    return equalParts(mixed)
  }

  /// The frames of a mixture half and half: cells in which they differ say nothing, those that they share are known.
  private func equalParts(_ mixed: [UInt8]) -> (FrameMark, FrameMark)? {
    let mask = Int(mixed[0]) << 14 | Int(mixed[1]) << 8 | Int(mixed[2]) << 2 | Int(mixed[3]) >> 4
    let known = Int(words[0]) << 14 | Int(words[1]) << 8 | Int(words[2]) << 2 | Int(words[3]) >> 4
    let clipMask = Int(mixed[3] & 15) << 8 | Int(mixed[4]) << 2 | Int(mixed[5]) >> 4
    let clip = Int(words[3] & 15) << 8 | Int(words[4]) << 2 | Int(words[5]) >> 4
    // Frames of one clip; more bits than that are no neighbours.
    guard clipMask == 0, mask != 0, mask.nonzeroBitCount <= 12 else { return nil }
    let bits = (0..<20).map { 1 << $0 }.filter { mask & $0 != 0 }
    var found: (FrameMark, FrameMark)?
    for choice in 0..<1 << (bits.count - 1) {
      // The highest of the bits is 0 in the lower frame.
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
      // Two pairs that fit: nobody knows which.
      if found != nil { return nil }
      found = (low, high)
    }
    return found
  }
}
