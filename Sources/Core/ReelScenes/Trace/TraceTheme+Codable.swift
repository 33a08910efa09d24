import ReelCanvas
import ReelGeometry

extension TraceTheme {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case background, surround, guide, path, keyPoint, inside, outside, complete, fingertip, text
  }

  /// Decodes the name of a theme, or its differences from `classic`.
  ///
  /// - Throws: `InvalidValue` for an unknown name or key, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      guard let theme = Name(rawValue: name)?.theme else { throw Name.unknown(name) }
      self = theme
      return
    }
    let fields = try DescriptionFields(decoder, of: "a trace theme", keyedBy: CodingKeys.self)
    self = .classic
    try fields.read(.background, into: &background)
    try fields.read(.surround, into: &surround)
    try fields.read(.guide, into: &guide)
    try fields.read(.path, into: &path)
    try fields.read(.keyPoint, into: &keyPoint)
    try fields.read(.inside, into: &inside)
    try fields.read(.outside, into: &outside)
    try fields.read(.complete, into: &complete)
    try fields.read(.fingertip, into: &fingertip)
    try fields.read(.text, into: &text)
  }
}
