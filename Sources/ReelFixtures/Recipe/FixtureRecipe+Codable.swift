import ReelGeometry

extension FixtureRecipe: Codable {
  /// An option's name as a key of JSON or YAML.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads the options by their names; those that are missing keep their defaults.
  ///
  /// - Throws: `InvalidValue` for names that are no options and for values that mean nothing.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: Key.self)
    // In the order of their list, whatever the order in the file: the same file gives the same error.
    let names = Set(container.allKeys.map(\.stringValue))
    if let unknown = names.filter({ FixtureOption(rawValue: $0) == nil }).min() {
      throw InvalidValue("option", unknown, expected: "one of " + Self.names)
    }
    for option in FixtureOption.allCases where names.contains(option.rawValue) {
      try set(option, try FixtureScalar(from: container.superDecoder(forKey: Key(option.rawValue))).text)
    }
  }

  /// The names of all options.
  static var names: String { FixtureOption.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Writes every option that is not off: numbers as numbers, `true` for what is on, text for all others.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for option in FixtureOption.allCases {
      guard let text = text(of: option) else { continue }
      let key = Key(option.rawValue)
      if option.isSwitch {
        try container.encode(text == "true", forKey: key)
      } else if let number = Int(text), String(number) == text, option != .drop, option != .duplicate {
        try container.encode(number, forKey: key)
      } else {
        try container.encode(text, forKey: key)
      }
    }
  }
}

/// A value that is written as text, number or truth, whichever the writer found natural.
struct FixtureScalar: Decodable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      text = value ? "true" : "false"
    } else if let value = try? container.decode(Int.self) {
      text = "\(value)"
    } else if let value = try? container.decode(UInt64.self) {
      text = "\(value)"
    } else if let value = try? container.decode(Double.self) {
      text = "\(value)"
    } else {
      text = try container.decode(String.self)
    }
  }
}
