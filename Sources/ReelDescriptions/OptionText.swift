import ReelGeometry

/// Readers of the values that many options have.
public enum OptionText {
  /// Reads a number in a range.
  ///
  /// - Throws: `InvalidValue`, which calls the value by `name`.
  public static func number(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(InvalidValue) -> Double {
    try require(Double(text), name, text, range)
  }

  /// Reads a whole number in a range.
  ///
  /// - Throws: `InvalidValue`, which calls the value by `name`.
  public static func whole(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw InvalidValue(name, text, expected: "from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Reads a length of time in a range: `90`, `1.5`, `90s`, `1m30s`, `250ms`, `1:30`.
  ///
  /// - Throws: `InvalidValue`, which calls the value by `name`.
  public static func seconds(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(InvalidValue) -> Double {
    try require(Seconds.parse(text), name, text, range, forms: ", \(Seconds.forms)")
  }

  /// Reads one of the cases of a type.
  ///
  /// - Throws: `InvalidValue`, which calls the value by `name`.
  public static func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _ text: String
  ) throws(InvalidValue) -> Value where Value.RawValue == String {
    guard let value = Value(rawValue: text) else {
      throw InvalidValue(name, text, among: Value.allCases.map(\.rawValue))
    }
    return value
  }

  /// Writes alternatives as in a sentence: `night, paper or classic`.
  package static func alternatives(_ words: [String]) -> String { list(words, "or") }

  /// Writes a list as in a sentence: `curve, turtle and fixture`.
  package static func list(_ words: [String], _ conjunction: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }

  private static func require(
    _ value: Double?, _ name: String, _ text: String, _ range: ClosedRange<Double>, forms: String = ""
  ) throws(InvalidValue) -> Double {
    guard let value, range.contains(value) else {
      throw InvalidValue(name, text, expected: "from \(plain(range.lowerBound)) to \(plain(range.upperBound))" + forms)
    }
    return value
  }

  /// Writes a number without decimals that say nothing.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
