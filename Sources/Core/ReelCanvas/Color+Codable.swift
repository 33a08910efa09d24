extension Color: Codable {
  private enum Part: String, CodingKey {
    case red, green, blue, alpha
  }

  /// Decodes a colour from its components, with optional alpha, or from a text for `init(parsing:)`.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      try self.init(parsing: text)
      return
    }
    let parts = try decoder.container(keyedBy: Part.self)
    self.init(
      red: try parts.decode(Double.self, forKey: .red), green: try parts.decode(Double.self, forKey: .green),
      blue: try parts.decode(Double.self, forKey: .blue),
      alpha: try parts.decodeIfPresent(Double.self, forKey: .alpha) ?? 1)
  }

  /// Encodes the four components exactly.
  public func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: Part.self)
    try parts.encode(red, forKey: .red)
    try parts.encode(green, forKey: .green)
    try parts.encode(blue, forKey: .blue)
    try parts.encode(alpha, forKey: .alpha)
  }
}
