extension FrameMark {
  /// The number of data rows in a mark of version 2.
  ///
  /// Each column of data is a word with one bit in each row.
  static let wordLength = 6

  /// The words of a mark of version 2 including check words, six bits each.
  var words: [UInt8] {
    let value = UInt32(number) << 12 | UInt32(clip)
    let bits = UInt64(value) << 16 | UInt64(Self.checksum(of: value))
    return ReedSolomon.encode(
      (0..<ReedSolomon.dataCount).map { UInt8(bits >> UInt64(42 - Self.wordLength * $0) & 63) })
  }

  /// Decodes a mark from the corrected words of version 2; nil if the checksum does not match.
  init?(words: [UInt8]) {
    let bits = words.prefix(ReedSolomon.dataCount).reduce(UInt64(0)) { $0 << 6 | UInt64($1) }
    self.init(word: bits)
  }

  /// Whether a light data cell in a mark of version 2 means 1.
  ///
  /// Every second cell is inverted, as on a chessboard, so that no number gives a large dark area. In the second mark
  /// the other cells are inverted, so that a blur that flips a bit in one mark rarely flips it in the other.
  static func isLightOne(word: Int, bit: Int, isSecond: Bool) -> Bool { ((word + bit) % 2 == 0) != isSecond }
}
