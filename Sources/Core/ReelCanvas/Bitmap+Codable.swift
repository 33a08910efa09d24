import ReelPlatform

extension Bitmap: Codable {
  /// Decodes a picture from the bytes of a PNG file, which JSON stores as Base64.
  ///
  /// - Throws: `CairoError` for bytes that are not a PNG, or `DecodingError`.
  public init(from decoder: any Decoder) throws {
    try self.init(png: [UInt8](decoder.singleValueContainer().decode(Data.self)))
  }

  /// Encodes the picture as the bytes of a PNG file; decoding gives an equal picture.
  ///
  /// - Throws: `CairoError` if memory runs out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(pngData()))
  }
}
