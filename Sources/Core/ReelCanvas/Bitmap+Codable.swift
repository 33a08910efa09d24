import ReelPlatform

extension Bitmap: Codable {
  /// Reads a picture from the bytes of a PNG file; in JSON, that is text in Base64.
  ///
  /// - Throws: `CairoError` for bytes that are no PNG, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(png: [UInt8](decoder.singleValueContainer().decode(Data.self)))
  }

  /// Writes the picture as the bytes of a PNG file; what is read back is equal.
  ///
  /// - Throws: `CairoError` if memory runs out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(pngData()))
  }
}
