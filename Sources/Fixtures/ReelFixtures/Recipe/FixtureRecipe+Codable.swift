import ReelDescriptions
import ReelGeometry

extension FixtureRecipe: Codable {
  /// Decodes the options by name.
  ///
  /// Missing options keep their defaults.
  ///
  /// - Throws: `InvalidValue` for unknown option names and invalid values.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: DescriptionKey.self)
    // In list order rather than file order, so that the same file always gives the same error.
    let names = Set(container.allKeys.map(\.stringValue))
    if let unknown = names.filter({ FixtureOption(rawValue: $0) == nil }).min() {
      throw InvalidValue("option", unknown, expected: "one of " + Self.names)
    }
    for option in FixtureOption.allCases where names.contains(option.rawValue) {
      try set(option, try DescriptionText(from: container.superDecoder(forKey: DescriptionKey(option.rawValue))).text)
    }
  }

  /// The names of all options.
  static var names: String { FixtureOption.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Encodes every option that is not off: numbers as numbers, `true` for switches, and text for all others.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DescriptionKey.self)
    for option in FixtureOption.allCases {
      guard let text = text(of: option) else { continue }
      let key = DescriptionKey(option.rawValue)
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
