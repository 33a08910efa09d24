/// Packs the codes of an LZW stream into bytes, with the bit widths that a decoder expects.
struct LZWWriter {
  /// The bytes so far.
  private(set) var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var pendingCount: UInt32 = 0

  /// Adds a code with a number of bits.
  mutating func append(_ code: Int, bits: Int) {
    pending |= UInt32(code) << pendingCount
    pendingCount += UInt32(bits)
    while pendingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingCount -= 8
    }
  }

  /// Flushes the remaining bits.
  mutating func finish() {
    if pendingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: pending)) }
    (pending, pendingCount) = (0, 0)
  }
}
