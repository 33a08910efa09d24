import ReelLayers

extension TraceFilm: Scene {
  /// The length of the film; nil for options out of range, with which it can't be installed either.
  public var intrinsicDuration: Double? { try? timing.duration }

  /// Installs the sheet, the ink and what tells how far it has come.
  ///
  /// - Throws: `InvalidValue` for options out of range, and for a session whose numbers cannot be.
  public func install(on layer: SceneLayer) throws { layer.addSublayer(try TraceLayer(self, frame: layer.bounds)) }
}

extension TraceFilm {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case session, replay, theme, parts, keyImage, backgroundImage
  }

  /// Reads a description, which has to have the session; what else it leaves out is as in a film that was told nothing.
  ///
  /// - Throws: `InvalidValue` for a key that is not known, `TraceSessionError`, `CairoError` for images, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let fields = try DescriptionFields(decoder, of: "a trace film", keyedBy: CodingKeys.self)
    self.init(try fields.value(.session))
    try fields.read(.replay, into: &replay)
    try fields.read(.theme, into: &theme)
    try fields.read(.parts, into: &parts)
    try fields.read(.keyImage, into: &keyImage)
    try fields.read(.backgroundImage, into: &backgroundImage)
  }

  /// Writes the session as the text of its file and images as PNG, the same bytes each time.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(session, forKey: .session)
    try container.encode(replay, forKey: .replay)
    try container.encode(theme, forKey: .theme)
    try container.encode(Part.allCases.filter(parts.contains), forKey: .parts)
    try container.encodeIfPresent(keyImage, forKey: .keyImage)
    try container.encodeIfPresent(backgroundImage, forKey: .backgroundImage)
  }
}
