extension Fraction: Codable {
  /// Decodes a text such as `2/5`, as `init(parsing:)` does.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the quotient as a text: `2/5`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
