import ReelGeometry

/// Damage to the bytes of a finished file.
public enum FixtureDamage: Hashable, Sendable {
  /// Keeps only the first part of the file, from 0 to 99 percent.
  case truncate(percent: Int)
  /// Flips bits anywhere in the file; the seed chooses them.
  case flipBits(Int)
  /// Removes the index of an MP4 or MOV file.
  case noMoov
  /// Empties the file.
  case zeroLength

  /// The position in which this kind of damage is applied, whatever the order of the options.
  var rank: Int {
    switch self {
    case .noMoov: 0
    case .flipBits: 1
    case .truncate: 2
    case .zeroLength: 3
    }
  }

  /// Checks the numbers.
  func validate() throws(InvalidValue) {
    switch self {
    case .truncate(let percent):
      guard (0...99).contains(percent) else {
        throw InvalidValue("truncation", "\(percent)%", expected: "from 0% to 99%, the part that is kept")
      }
    case .flipBits(let count):
      guard (1...1_000_000).contains(count) else {
        throw InvalidValue("number of flipped bits", count, expected: "from 1 to 1000000")
      }
    case .noMoov, .zeroLength: break
    }
  }

  /// Parses the percentage that is kept: `60%` or `60`.
  public static func truncation(text: String) throws(InvalidValue) -> FixtureDamage {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard (1...2).contains(digits.utf8.count), digits.utf8.allSatisfy({ 48...57 ~= $0 }), let percent = Int(digits)
    else {
      throw InvalidValue("truncation", text, expected: "from 0% to 99%, the part that is kept")
    }
    return .truncate(percent: percent)
  }
}
