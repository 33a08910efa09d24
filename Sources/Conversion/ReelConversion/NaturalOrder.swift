/// Natural order: `shot-2.png` comes before `shot-10.png`.
package enum NaturalOrder {
  /// Whether a name comes before another one; runs of digits are compared as numbers.
  package static func precedes(_ a: String, _ b: String) -> Bool {
    var (left, right) = (Array(a.utf8)[...], Array(b.utf8)[...])
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (one, other) = (number(&left), number(&right))
        if one.count != other.count { return one.count < other.count }
        if one != other { return one.lexicographicallyPrecedes(other) }
      } else {
        if first != second { return first < second }
        left.removeFirst()
        right.removeFirst()
      }
    }
    // Of `1.png` and `01.png` neither is the smaller number.
    return left.isEmpty == right.isEmpty ? a < b : left.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Takes a run of digits, without zeros at its beginning.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }
}
