extension SnowflakeFilm {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case levels, duration, style, growth, theme, background, showsCaption
  }

  /// Reads a description; what it leaves out is as in a film that was told nothing.
  ///
  /// - Throws: `InvalidValue` for a key that is not known, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try DescriptionFields(decoder, of: "a snowflake film", keyedBy: CodingKeys.self)
    self.init()
    try fields.read(.levels, into: &levels)
    try fields.read(.duration, into: &duration)
    try fields.read(.style, into: &style)
    try fields.read(.growth, into: &growth)
    try fields.read(.theme, into: &theme)
    try fields.read(.background, into: &background)
    try fields.read(.showsCaption, into: &showsCaption)
  }
}
