import ReelGeometry

/// An exact duration in seconds, as a fraction in lowest terms.
///
/// Options and manifests write it as `0.5s`, `5ms` or `1001/30000s`. A bare number is in seconds.
public struct ExactTime: Hashable, Sendable, CustomStringConvertible {
  /// The limit of a time with either sign, in seconds.
  ///
  /// Its denominator is at most a billion.
  static let limit = 1_000_000
  private static let finest = 1_000_000_000

  /// The numerator of the fraction of a second.
  public let numerator: Int
  /// The denominator, positive.
  public let denominator: Int

  /// Zero.
  public static let zero = ExactTime(reduced: 0, 1)

  private init(reduced numerator: Int, _ denominator: Int) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// Creates a fraction of seconds.
  ///
  /// - Throws: `InvalidValue` for a million seconds or more, and for a denominator above a billion.
  public init(_ numerator: Int, _ denominator: Int = 1) throws(InvalidValue) {
    guard denominator > 0, denominator <= Self.finest, numerator.magnitude / denominator.magnitude < Self.limit else {
      throw InvalidValue("time", "\(numerator)/\(denominator)", expected: Self.expectation)
    }
    let divisor = Self.commonDivisor(Int(numerator.magnitude), denominator)
    self.init(reduced: numerator / divisor, denominator / divisor)
  }

  /// Parses `0.5s`, `5ms`, `40us`, `1001/30000s` or `2`.
  ///
  /// - Throws: `InvalidValue` for other texts and for times out of range.
  public init(text: String) throws(InvalidValue) {
    let invalid = InvalidValue("time", text, expected: Self.expectation)
    var rest = text[...]
    var scale = 1
    for (unit, parts) in [("ms", 1000), ("us", 1_000_000), ("s", 1)] where rest.hasSuffix(unit) {
      rest = rest.dropLast(unit.count)
      scale = parts
      break
    }
    let isNegative = rest.hasPrefix("-")
    if isNegative { rest = rest.dropFirst() }
    guard rest.utf8.count <= 24, let first = rest.utf8.first, Self.isDigit(first) || first == UInt8(ascii: ".") else {
      throw invalid
    }
    var (numerator, denominator) = (0, 1)
    if let slash = rest.firstIndex(of: "/") {
      guard let above = Self.whole(rest[..<slash]), let below = Self.whole(rest[rest.index(after: slash)...]), below > 0
      else { throw invalid }
      (numerator, denominator) = (above, below)
    } else {
      let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count <= 2, let whole = parts[0].isEmpty ? 0 : Self.whole(parts[0]) else { throw invalid }
      let decimals = parts.count == 2 ? parts[1] : ""
      guard decimals.utf8.count <= 9, decimals.utf8.allSatisfy(Self.isDigit), whole < 1_000_000_000 else {
        throw invalid
      }
      for _ in decimals.utf8 { denominator *= 10 }
      numerator = whole * denominator + (Self.whole(decimals) ?? 0)
    }
    let divisor = Self.commonDivisor(numerator, denominator)
    let (product, overflows) = (denominator / divisor).multipliedReportingOverflow(by: scale)
    guard !overflows else { throw invalid }
    let common = Self.commonDivisor(numerator / divisor, product)
    do throws(InvalidValue) {
      try self.init((isNegative ? -1 : 1) * (numerator / divisor / common), product / common)
    } catch {
      throw invalid
    }
  }

  /// The time in seconds as the nearest `Double`.
  public var seconds: Double { Double(numerator) / Double(denominator) }

  /// Returns the nearest number of ticks at a tick rate, with halves rounded away from zero.
  public func ticks(perSecond: Int) -> Int {
    let (high, low) = numerator.magnitude.multipliedFullWidth(by: perSecond.magnitude)
    let (quotient, rest) = denominator.magnitude.dividingFullWidth((high, low))
    let nearest = Int(quotient) + (rest >= (denominator.magnitude + 1) / 2 ? 1 : 0)
    return numerator < 0 ? -nearest : nearest
  }

  /// The time as text that parses to the same value: `0.5s`, `5ms`, `1001/30000s`.
  public var description: String {
    if denominator == 1 { return "\(numerator)s" }
    if 1000 % denominator == 0, abs(numerator) < denominator { return "\(numerator * (1000 / denominator))ms" }
    return "\(numerator)/\(denominator)s"
  }

  private static let expectation =
    "a time below 1000000 seconds, such as 0.5s, 5ms or 1001/30000s, no finer than a billionth of a second"

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static func whole(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  private static func commonDivisor(_ a: Int, _ b: Int) -> Int {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(a, 1)
  }
}

extension ExactTime: Codable {
  /// Decodes the text of a time.
  public init(from decoder: any Decoder) throws {
    try self.init(text: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the time as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
