import ReelCanvas
import ReelDescriptions
import ReelGeometry

extension SnowflakeTheme {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case backgroundCenter, backgroundEdge, starCount, fill, glow, outline, caption, turtle
  }

  /// Reads a description: the name of a theme, or what is other than in `night`; `null` for none of something.
  ///
  /// - Throws: `InvalidValue` for a name or key that is not known, and `DecodingError`.
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

  /// Writes every key, also of what there is none of: it may be other than the default.
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

  /// Reads a description, which has to tell the colour; without a width, the line is one point wide.
  ///
  /// - Throws: `InvalidValue` for a key that is not known, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try DescriptionFields(decoder, of: "a line", keyedBy: CodingKeys.self)
    self.init(try fields.value(.color), width: 1)
    try fields.read(.width, into: &width)
  }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The error for the name of a theme that there is not.
  static func unknown(_ name: String) -> InvalidValue {
    InvalidValue("theme", name, among: allCases.map(\.rawValue))
  }
}
