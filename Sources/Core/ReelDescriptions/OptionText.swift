import ReelGeometry

/// Parsers for common option values.
public enum OptionText {
  /// Parses a number in a range.
  ///
  /// - Throws: `InvalidValue`, naming the option.
  public static func number(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(InvalidValue) -> Double {
    try require(Double(text), name, text, range)
  }

  /// Parses a whole number in a range.
  ///
  /// - Throws: `InvalidValue`, naming the option.
  public static func whole(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws(InvalidValue) -> Int {
    guard let value = Int(text), range.contains(value) else {
      throw InvalidValue(name, text, expected: "from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  /// Parses a duration in a range: `90`, `1.5`, `90s`, `1m30s`, `250ms`, `1:30`.
  ///
  /// - Throws: `InvalidValue`, naming the option.
  public static func seconds(
    _ name: String, _ text: String, _ range: ClosedRange<Double>
  ) throws(InvalidValue) -> Double {
    try require(Seconds.parse(text), name, text, range, forms: ", \(Seconds.forms)")
  }

  /// Parses a number of bytes in decimal units, as for disks and mail (`500000`, `500kB`, `10MB`, `1.5GB`), or in binary ones (`8MiB`).
  ///
  /// - Throws: `InvalidValue`, naming the value.
  public static func bytes(_ name: String, _ text: String) throws(InvalidValue) -> Int {
    let units = ["b": 1.0, "": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "kib": 1024, "mib": 1_048_576, "gib": 1_073_741_824]
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
    guard let factor = units[unit], let value = Double(number), (1...1e15).contains(value * factor) else {
      throw InvalidValue(name, text, expected: "a number of bytes, such as 500kB, 10MB or 8MiB")
    }
    return Int(clamping: value * factor)
  }

  /// Parses a case of a type, ignoring case.
  ///
  /// - Throws: `InvalidValue`, naming the option.
  public static func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, _ text: String
  ) throws(InvalidValue) -> Value where Value.RawValue == String {
    let word = text.lowercased()
    guard let value = Value.allCases.first(where: { $0.rawValue.lowercased() == word }) else {
      throw InvalidValue(name, text, among: Value.allCases.map(\.rawValue))
    }
    return value
  }

  /// Formats alternatives as in a sentence: `night, paper or classic`.
  package static func alternatives(_ words: [String]) -> String { list(words, "or") }

  /// Formats a list as in a sentence: `curve, turtle and fixture`.
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

  /// Formats a number without superfluous decimals.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(clamping: number))" : "\(number)"
  }
}
