import ReelGeometry

/// A fraction from 0 up to but not including 1, as the quotient of two whole numbers.
///
/// Unlike a floating-point number it is exact, so it has endlessly many digits: 1/3 in base 4 is 0.111…
public struct Fraction: Hashable, Sendable, CustomStringConvertible {
  /// The numerator; 0 or more, and less than `denominator`.
  public let numerator: Int
  /// The denominator, 1 to `largestDenominator`.
  public let denominator: Int

  /// The largest denominator; a small multiple of it still fits into 64 bits.
  public static let largestDenominator = 1_000_000_000_000_000_000

  /// Creates a fraction, in lowest terms.
  ///
  /// - Throws: `InvalidValue` if it is not from 0 up to 1, or if the denominator is out of range.
  public init(_ numerator: Int, _ denominator: Int) throws(InvalidValue) {
    guard (1...Self.largestDenominator).contains(denominator), (0..<denominator).contains(numerator) else {
      throw InvalidValue("fraction", "\(numerator)/\(denominator)", expected: Self.expectation)
    }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Parses `2/5`, or a decimal number such as `0.4`, which is taken exactly.
  ///
  /// - Throws: `InvalidValue` for any other text, including more than 18 decimals.
  public init(parsing text: String) throws(InvalidValue) {
    let invalid = InvalidValue("fraction", text, expected: Self.expectation)
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    if halves.count == 2 {
      guard let numerator = Self.digits(halves[0]), let denominator = Self.digits(halves[1]), denominator > 0,
        denominator <= Self.largestDenominator, numerator < denominator
      else { throw invalid }
      try self.init(numerator, denominator)
      return
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), Self.digits(parts[0]) == 0 else { throw invalid }
    let decimals = parts.count == 2 ? parts[1] : "0"
    guard decimals.count <= 18, let numerator = Self.digits(decimals) else { throw invalid }
    try self.init(numerator, decimals.reduce(1) { product, _ in product * 10 })
  }

  /// The quotient in the form `2/5`.
  public var description: String { "\(numerator)/\(denominator)" }

  /// The nearest floating-point number.
  public var value: Double { Double(numerator) / Double(denominator) }

  /// Removes and returns the first digit after the point, in a base from 2 to 4, multiplying the rest by the base.
  mutating func takeDigit(base: Int) -> Int {
    let product = numerator * base
    self = Fraction(reduced: product % denominator, denominator)
    return product / denominator
  }

  /// Creates a fraction from numbers known to be in range.
  init(reduced numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  private static let expectation = "from 0 to less than 1, such as 2/5 or 0.4"

  private static func digits(_ text: Substring) -> Int? {
    text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? max(a, 1) : greatestCommonDivisor(b, a % b)
  }
}
