extension Fraction: Codable {
  /// Reads a text such as `2/5`, as `init(parsing:)` takes it.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the quotient as a text: `2/5`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
