/// Writes the bits of a NAL unit's payload; the counterpart of `BitReader`.
struct BitWriter {
  /// The bytes written so far; the last one is padded with zeros.
  private(set) var bytes: [UInt8] = []
  /// The number of bits written so far.
  private(set) var count = 0

  /// Writes one bit.
  mutating func append(_ flag: Bool) {
    if count % 8 == 0 { bytes.append(0) }
    if flag { bytes[bytes.count - 1] |= 0x80 >> UInt8(count % 8) }
    count += 1
  }

  /// Writes the low `count` bits of a number: u(n).
  mutating func append(_ value: Int, bits count: Int) {
    for bit in (0..<count).reversed() { append(value >> bit & 1 == 1) }
  }

  /// Writes a non-negative number in Exp-Golomb code: ue(v).
  mutating func append(unsigned value: Int) {
    let code = value + 1
    let length = Int.bitWidth - code.leadingZeroBitCount
    append(0, bits: length - 1)
    append(code, bits: length)
  }

  /// Writes a signed number in Exp-Golomb code: se(v).
  mutating func append(signed value: Int) {
    append(unsigned: value > 0 ? 2 * value - 1 : -2 * value)
  }

  /// Copies a range of bits from other bytes, whole bytes at a time if both sides are aligned.
  mutating func append(_ range: Range<Int>, of source: [UInt8]) {
    var position = range.lowerBound
    func bit() -> Bool { source[position / 8] >> (7 - position % 8) & 1 == 1 }
    while position < range.upperBound, position % 8 != 0 {
      append(bit())
      position += 1
    }
    let whole = position / 8..<max(position / 8, range.upperBound / 8)
    if count % 8 == 0 {
      bytes.append(contentsOf: source[whole])
    } else {
      let shift = UInt8(count % 8)
      for byte in source[whole] {
        bytes[bytes.count - 1] |= byte >> shift
        bytes.append(byte << (8 - shift))
      }
    }
    count += whole.count * 8
    position += whole.count * 8
    while position < range.upperBound {
      append(bit())
      position += 1
    }
  }

  /// Pads the last byte with ones: cabac_alignment_one_bit.
  mutating func alignWithOnes() {
    while count % 8 != 0 { append(true) }
  }

  /// Writes the trailing bits of a payload: a one, and zeros up to the end of the byte (7.3.2.11).
  mutating func appendTrailingBits() {
    append(true)
    count = bytes.count * 8
  }
}
