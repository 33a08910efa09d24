extension FrameMark {
  /// The rows of the cells inside a mark of version 2: a word has one bit in each.
  static let wordLength = 6

  /// The words of a mark of version 2, check words included: six bits each.
  var words: [UInt8] {
    let value = UInt32(number) << 12 | UInt32(clip)
    let bits = UInt64(value) << 16 | UInt64(Self.checksum(of: value))
    return ReedSolomon.encode(
      (0..<ReedSolomon.dataCount).map { UInt8(bits >> UInt64(42 - Self.wordLength * $0) & 63) })
  }

  /// Reads the words of a mark of version 2, corrected; nil when the checksum does not fit.
  init?(words: [UInt8]) {
    let bits = words.prefix(ReedSolomon.dataCount).reduce(UInt64(0)) { $0 << 6 | UInt64($1) }
    self.init(word: bits)
  }

  /// Whether a cell inside a mark of version 2 is light that says 1.
  ///
  /// The cells are turned over in the pattern of a chessboard, so that no number makes a large dark area, and in the second mark the
  /// other way round, so that what blurs one of them into a wrong bit hardly does so in the other.
  static func isLightOne(word: Int, bit: Int, isSecond: Bool) -> Bool { ((word + bit) % 2 == 0) != isSecond }
}
