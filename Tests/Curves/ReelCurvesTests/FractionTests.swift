import ReelGeometry
import Testing

@testable import ReelCurves

@Suite struct FractionTests {
  @Test(
    "Quotients and decimals are read as what they say",
    arguments: [
      ("2/5", 2, 5), ("4/10", 2, 5), ("0.4", 2, 5), ("0", 0, 1), ("0.0", 0, 1), ("0/7", 0, 1), ("0.125", 1, 8),
      ("0.000000000000000001", 1, 1_000_000_000_000_000_000), ("1/1000000000000000000", 1, 1_000_000_000_000_000_000),
    ])
  func reads(text: String, numerator: Int, denominator: Int) throws {
    let fraction = try Fraction(parsing: text)
    #expect(fraction.numerator == numerator)
    #expect(fraction.denominator == denominator)
  }

  @Test(
    "What does not lie from 0 up to 1 is refused",
    arguments: [
      "", "1", "1.0", "5/5", "7/5", "-1/5", "-0.1", "+0.1", "1/0", "0/0", "/5", "2/", "1/2/3", "0.1.2", ".5", "nan",
      "0x1",
      "0.1e-3", "0.0000000000000000001", "1/1000000000000000001", "99999999999999999999/1", "½",
    ])
  func refuses(text: String) {
    #expect(throws: InvalidValue.self) { try Fraction(parsing: text) }
  }

  @Test("Digits never end, and repeat as they should")
  func digits() throws {
    var third = try Fraction(1, 3)
    for _ in 0..<500 { #expect(third.takeDigit(base: 4) == 1) }
    var fifths = try Fraction(2, 5)
    for index in 0..<500 { #expect(fifths.takeDigit(base: 4) == (index % 2 == 0 ? 1 : 2)) }
    var largest = try Fraction(999_999_999_999_999_999, 1_000_000_000_000_000_000)
    #expect((0..<20).map { _ in largest.takeDigit(base: 4) } == Array(repeating: 3, count: 20))
  }

  @Test("It is written as a quotient in lowest terms")
  func description() throws {
    #expect(try Fraction(6, 15).description == "2/5")
    #expect(try Fraction(6, 15).value == 0.4)
  }
}
