extension TraceSession: Codable {
  /// Decodes a session from a text: the lines of its file.
  ///
  /// - Throws: `TraceSessionError` with the line of the error, and `DecodingError` for anything other than text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    try self.init(Array(text.utf8))
  }

  /// Encodes the lines of the session's file as one text.
  ///
  /// - Throws: `TraceSessionError` for a session that could not be read back.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: text(), as: UTF8.self))
  }
}
