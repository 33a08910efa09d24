/// The Reed–Solomon code of marks of version 2: eight words of six bits, followed by eight check words.
///
/// The field has 64 elements, with the polynomial x⁶ + x + 1. The generator has the roots α¹ to α⁸, where α is x. Aztec
/// codes (ISO/IEC 24778) use the same code for words of six bits. It corrects four wrong words, or more if some are
/// known to be doubtful.
enum ReedSolomon {
  static let dataCount = 8
  static let checkCount = 8
  static let count = dataCount + checkCount

  /// The powers of α, twice in a row, so that the sum of two logarithms needs no modulo.
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

  /// The logarithm of each element except 0.
  private static let logarithms: [Int] = {
    var list = [Int](repeating: 0, count: 64)
    for exponent in 0..<63 { list[Int(powers[exponent])] = exponent }
    return list
  }()

  private static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
    a == 0 || b == 0 ? 0 : powers[logarithms[Int(a)] + logarithms[Int(b)]]
  }

  private static func inverse(_ a: UInt8) -> UInt8 { powers[63 - logarithms[Int(a)]] }

  /// The coefficients of the generator without the highest, which is 1.
  ///
  /// The second highest comes first.
  private static let generator: [UInt8] = {
    var list: [UInt8] = [1]
    for root in 1...checkCount {
      let scaled = list.map { multiply($0, powers[root]) }
      list.append(0)
      for (index, value) in scaled.enumerated() { list[index + 1] ^= value }
    }
    return Array(list.dropFirst())
  }()

  /// Returns words followed by their check words.
  ///
  /// - Precondition: `data` has `dataCount` words.
  static func encode(_ data: [UInt8]) -> [UInt8] {
    precondition(data.count == dataCount, "\(data.count) words are not the data of a mark")
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
  ///   - words: The `count` words as read.
  ///   - doubtful: The indices of erasures. An erasure costs half as much as a wrong word.
  /// - Returns: The nearest code words; nil if none is near enough.
  static func correct(_ words: [UInt8], doubtful: [Int] = []) -> [UInt8]? {
    let syndromes = syndromes(of: words)
    if syndromes.allSatisfy({ $0 == 0 }) { return words }
    guard let locator = locator(syndromes, doubtful) else { return nil }
    let degree = locator.lastIndex { $0 != 0 } ?? 0
    // The evaluator, the product of locator and syndromes, gives the error in each word (Forney).
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

  /// The value of a polynomial whose coefficients start with the lowest.
  private static func value(_ polynomial: [UInt8], at x: UInt8) -> UInt8 {
    polynomial.reversed().reduce(0) { multiply($0, x) ^ $1 }
  }

  private static func syndromes(of words: [UInt8]) -> [UInt8] {
    (1...checkCount).map { root in words.reduce(0) { multiply($0, powers[root]) ^ $1 } }
  }

  /// The polynomial whose roots locate the wrong words, by the Berlekamp–Massey algorithm; nil if there are too many.
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
