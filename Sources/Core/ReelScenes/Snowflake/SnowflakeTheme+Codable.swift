import ReelCanvas
import ReelDescriptions
import ReelGeometry

extension SnowflakeTheme {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case backgroundCenter, backgroundEdge, starCount, fill, glow, outline, caption, turtle
  }

  /// Decodes the name of a theme, or its differences from `night`; `null` means none.
  ///
  /// - Throws: `InvalidValue` for an unknown name or key, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard let theme = Name(rawValue: name)?.theme else { throw Name.unknown(name) }
      self = theme
      return
    }
    let fields = try DescriptionFields(decoder, of: "a snowflake theme", keyedBy: CodingKeys.self)
    self = .night
    try fields.read(.backgroundCenter, into: &backgroundCenter)
    try fields.read(.backgroundEdge, into: &backgroundEdge)
    try fields.read(.starCount, into: &starCount)
    try fields.read(.fill, into: &fill)
    try fields.read(.glow, into: &glow)
    try fields.read(.outline, into: &outline)
    try fields.read(.caption, into: &caption)
    try fields.read(.turtle, into: &turtle)
  }

  /// Encodes every key, including `null` values, which may differ from the default.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(backgroundCenter, forKey: .backgroundCenter)
    try container.encode(backgroundEdge, forKey: .backgroundEdge)
    try container.encode(starCount, forKey: .starCount)
    try container.encode(fill, forKey: .fill)
    try container.encode(glow, forKey: .glow)
    try container.encode(outline, forKey: .outline)
    try container.encode(caption, forKey: .caption)
    try container.encode(turtle, forKey: .turtle)
  }
}

extension SnowflakeTheme.Line {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case color, width
  }

  /// Decodes a colour, which is required, and a width, which defaults to one point.
  ///
  /// - Throws: `InvalidValue` for an unknown key, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try DescriptionFields(decoder, of: "a line", keyedBy: CodingKeys.self)
    self.init(try fields.value(.color), width: 1)
    try fields.read(.width, into: &width)
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// Returns the error for an unknown theme.
  static func unknown(_ name: String) -> InvalidValue {
    InvalidValue("theme", name, among: allCases.map(\.rawValue))
  }
}
