extension ZoomFilm {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case center, factor, theme, background, showsCaption
  }

  /// Reads a description; what it leaves out is as in a film that was told nothing.
  ///
  /// - Throws: `InvalidValue` for a key that is not known, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try DescriptionFields(decoder, of: "a zoom", keyedBy: CodingKeys.self)
    self.init()
    try fields.read(.center, into: &center)
    try fields.read(.factor, into: &factor)
    try fields.read(.theme, into: &theme)
    try fields.read(.background, into: &background)
    try fields.read(.showsCaption, into: &showsCaption)
  }
}
