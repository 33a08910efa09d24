/// The Reed–Solomon code of marks of version 2: eight words of six bits, and eight check words behind them.
///
/// The field has 64 elements, by the polynomial x⁶ + x + 1; the generator has the roots α¹ to α⁸, α being x. Aztec codes (ISO/IEC 24778)
/// protect their words of six bits so. Four wrong words are corrected, or more where some are known to be doubtful.
enum ReedSolomon {
  static let dataCount = 8
  static let checkCount = 8
  static let count = dataCount + checkCount

  /// The powers of α, twice over, so that the sum of two logarithms needs no remainder.
  private static let powers: [UInt8] = {
    var list: [UInt8] = []
    var value = 1
    for _ in 0..<126 {
      list.append(UInt8(value))
      value <<= 1
      if value & 64 != 0 { value ^= 0b100_0011 }
    }
    return list
  }()

  /// The logarithm of each element but 0.
  private static let logarithms: [Int] = {
    var list = [Int](repeating: 0, count: 64)
    for exponent in 0..<63 { list[Int(powers[exponent])] = exponent }
    return list
  }()

  private static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[logarithms[Int(a)] + logarithms[Int(b)]]
  }

  private static func inverse(_ a: UInt8) -> UInt8 { powers[63 - logarithms[Int(a)]] }

  /// The coefficients of the generator but the highest, which is 1; the second highest first.
  private static let generator: [UInt8] = {
    var list: [UInt8] = [1]
    for root in 1...checkCount {
      let scaled = list.map { multiply($0, powers[root]) }
      list.append(0)
      for (index, value) in scaled.enumerated() { list[index + 1] ^= value }
    }
    return Array(list.dropFirst())
  }()

  /// Returns words with their check words behind them.
  ///
  /// - Precondition: there are `dataCount` words.
  static func encode(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count == dataCount, "\(data.count) words are no data of a mark")
    var rest = [UInt8](repeating: 0, count: checkCount)
    for word in data {
      let factor = word ^ rest[0]
      rest.removeFirst()
      rest.append(0)
      for index in rest.indices { rest[index] ^= multiply(factor, generator[index]) }
    }
    return data + rest
  }

  /// Corrects words.
  ///
  /// - Parameters:
  ///   - words: as they were read, `count` of them.
  ///   - doubtful: the indices of words that may be anything; each costs half of what a wrong word costs.
  /// - Returns: the nearest words that the code has; nil where none is near enough.
  static func correct(_ words: [UInt8], doubtful: [Int] = []) -> [UInt8]? {
    let syndromes = syndromes(of: words)
    if syndromes.allSatisfy({ $0 == 0 }) { return words }
    guard let locator = locator(syndromes, doubtful) else { return nil }
    let degree = locator.lastIndex { $0 != 0 } ?? 0
    // What the locator and the syndromes have in common tells how wrong each word is (Forney).
    var evaluator = [UInt8](repeating: 0, count: checkCount)
    for index in 0..<checkCount {
      for term in 0...min(index, degree) { evaluator[index] ^= multiply(locator[term], syndromes[index - term]) }
    }
    var (result, found) = (words, 0)
    for index in words.indices {
      let back = powers[(63 - (count - 1 - index)) % 63]
      guard value(locator, at: back) == 0 else { continue }
      found += 1
      var slope: UInt8 = 0
      for term in stride(from: 1, through: degree, by: 2) {
        slope ^= multiply(locator[term], power(back, term - 1))
      }
      guard slope != 0 else { return nil }
      result[index] ^= multiply(value(evaluator, at: back), inverse(slope))
    }
    guard found == degree, Self.syndromes(of: result).allSatisfy({ $0 == 0 }) else { return nil }
    return result
  }

  private static func power(_ value: UInt8, _ exponent: Int) -> UInt8 {
    exponent == 0 ? 1 : value == 0 ? 0 : powers[logarithms[Int(value)] * exponent % 63]
  }

  /// The value of a polynomial whose lowest coefficient comes first.
  private static func value(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
    polynomial.reversed().reduce(0) { multiply($0, x) ^ $1 }
  }

  private static func syndromes(of words: [UInt8]) -> [UInt8] {
    (1...checkCount).map { root in words.reduce(0) { multiply($0, powers[root]) ^ $1 } }
  }

  /// The polynomial whose roots tell which words are wrong, by Berlekamp's and Massey's algorithm; nil where there are too many.
  private static func locator(_ syndromes: [UInt8], _ doubtful: [Int]) -> [UInt8]? {
    var locator = [UInt8](repeating: 0, count: checkCount + 1)
    locator[0] = 1
    for index in doubtful {
      let root = powers[count - 1 - index]
      for term in (1...checkCount).reversed() { locator[term] ^= multiply(locator[term - 1], root) }
    }
    var (other, length) = (locator, doubtful.count)
    for round in doubtful.count..<checkCount {
      var difference: UInt8 = 0
      for term in 0...round { difference ^= multiply(locator[term], syndromes[round - term]) }
      let shifted = [0] + other.dropLast()
      guard difference != 0 else {
        other = shifted
        continue
      }
      let before = locator
      for term in locator.indices { locator[term] ^= multiply(difference, shifted[term]) }
      if 2 * length <= round + doubtful.count {
        length = round + 1 + doubtful.count - length
        other = before.map { multiply($0, inverse(difference)) }
      } else {
        other = shifted
      }
    }
    return 2 * length <= checkCount + doubtful.count ? locator : nil
  }
}
