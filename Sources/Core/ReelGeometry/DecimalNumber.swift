/// Parses decimal numbers from text, byte by byte.
///
/// SVG, InkML and JSON separate numbers differently, so a number ends at the first byte that cannot belong to it.
package enum DecimalNumber {
  /// The maximum length of a number; longer ones are refused instead of converting a megabyte of digits.
  private static let lengthLimit = 512

  /// The powers of ten that a Double holds exactly.
  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]

  /// Reads the longest number at `position`: sign, digits, point, digits, exponent.
  ///
  /// Returns nil and leaves the position unchanged if there is no number, or if it is too large for a `Double`.
  /// Words like `nan` and `0x1p3` are not numbers. An `e` with no digits after it is not part of the number.
  package static func scan(_ bytes: [UInt8], at position: inout Int) -> Double? {
    bytes.withUnsafeBufferPointer { scan($0, at: &position) }
  }

  /// Parses a number in a slice, as above; `position` is an index of the slice.
  package static func scan(_ bytes: ArraySlice<UInt8>, at position: inout Int) -> Double? {
    bytes.withUnsafeBufferPointer { part in
      var offset = position - bytes.startIndex
      defer { position = bytes.startIndex + offset }
      return scan(part, at: &offset)
    }
  }

  private static func scan(_ bytes: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Double? {
    var index = position
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    let isNegative = byte(index) == UInt8(ascii: "-")
    if isNegative || byte(index) == UInt8(ascii: "+") { index += 1 }

    var mantissa: UInt64 = 0
    var digits = 0
    var decimals = 0
    /// Reads digits and returns their value; digits beyond the precision of a Double are handled below.
    func readDigits() -> Int {
      let start = index
      while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit <= 9 {
        if digits < 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
        digits += mantissa == 0 ? 0 : 1
        index += 1
      }
      return index - start
    }
    var length = readDigits()
    if byte(index) == UInt8(ascii: ".") {
      index += 1
      decimals = readDigits()
      length += decimals
    }
    guard length > 0 else { return nil }
    var exponent = 0
    if byte(index) | 0x20 == UInt8(ascii: "e") {
      var ahead = index + 1
      let isSmall = byte(ahead) == UInt8(ascii: "-")
      if isSmall || byte(ahead) == UInt8(ascii: "+") { ahead += 1 }
      if byte(ahead) &- UInt8(ascii: "0") <= 9 {
        while byte(ahead) &- UInt8(ascii: "0") <= 9 {
          exponent = min(exponent * 10 + Int(byte(ahead) &- UInt8(ascii: "0")), 100_000)
          ahead += 1
        }
        if isSmall { exponent = -exponent }
        index = ahead
      }
    }
    guard index - position <= lengthLimit else { return nil }

    // Both factors are exact and the result is rounded once, so it is the nearest Double, as strtod finds it (Clinger 1990).
    let shift = exponent - decimals
    if digits <= 19, mantissa < 1 << 53, abs(shift) < powersOfTen.count {
      let value = shift < 0 ? Double(mantissa) / powersOfTen[-shift] : Double(mantissa) * powersOfTen[shift]
      position = index
      return isNegative ? -value : value
    }
    let text = String(decoding: bytes[position..<index], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    position = index
    return value
  }
}
