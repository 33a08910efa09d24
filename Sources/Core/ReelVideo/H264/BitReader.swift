/// Reads the bits of a NAL unit's payload, as ITU-T H.264 7.2 and 9.1 describe them.
///
/// The payload must be free of emulation prevention.
struct BitReader {
  /// The payload.
  let bytes: [UInt8]
  /// The index of the next bit; bit 0 is the highest of the first byte.
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether data are left before the trailing bits, which are a one followed by zeros.
  var hasMoreData: Bool { position < Self.endOfData(in: bytes) }

  /// Returns the position of a payload's trailing bits: its last one.
  static func endOfData(in payload: [UInt8]) -> Int {
    guard let last = payload.lastIndex(where: { $0 != 0 }) else { return 0 }
    return last * 8 + 7 - payload[last].trailingZeroBitCount
  }

  /// Reads one bit.
  mutating func flag() throws(H264Error) -> Bool {
    guard position < bytes.count * 8 else { throw .truncated }
    defer { position += 1 }
    return bytes[position / 8] >> (7 - position % 8) & 1 == 1
  }

  /// Reads a number of `count` bits: u(n).
  mutating func bits(_ count: Int) throws(H264Error) -> Int {
    var value = 0
    for _ in 0..<count { value = value << 1 | (try flag() ? 1 : 0) }
    return value
  }

  /// Reads an unsigned number in Exp-Golomb code: ue(v).
  mutating func unsigned() throws(H264Error) -> Int {
    var length = 0
    while try !flag() {
      length += 1
      guard length <= 32 else { throw .invalid("an Exp-Golomb code of more than 32 leading zeros") }
    }
    return (1 << length) - 1 + (try bits(length))
  }

  /// Reads a signed number in Exp-Golomb code: se(v), in the order 0, 1, −1, 2, −2 ….
  mutating func signed() throws(H264Error) -> Int {
    let code = try unsigned()
    return code % 2 == 1 ? (code + 1) / 2 : -code / 2
  }
}
