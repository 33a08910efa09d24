import ReelPlatform

/// Formats numbers for captions.
package enum CaptionNumber {
  /// Formats a number with thin spaces between groups of three digits.
  package static func grouped(_ number: Int) -> String {
    var text = ""
    for (index, digit) in String(number).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text = "\u{2009}" + text }
      text = String(digit) + text
    }
    return text
  }

  /// Formats a number from its logarithm: `25`, `3.2 · 10⁷`.
  package static func power(ofTen power: Double) -> String {
    // Rounded to two digits before it is split, so that 9.96 becomes 1.0 · 10 and not 10.0.
    var exponent = Int(clamping: power.rounded(.down))
    var tenths = Int(clamping: (pow(10, power - Double(exponent)) * 10).rounded())
    if tenths == 100 { (tenths, exponent) = (10, exponent + 1) }
    switch exponent {
    case 0: return "\(tenths / 10).\(tenths % 10)"
    case 1...4:
      return "\((1..<exponent).reduce(tenths) { number, _ in number * 10 })"
    default:
      let digits = String(exponent).map { digit in superscripts[digit.wholeNumberValue ?? 0] }
      return "\(tenths / 10).\(tenths % 10) · 10" + digits.joined()
    }
  }

  private static let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
}
