import ReelPlatform

/// The JSON that the page and the server exchange.
enum JSON {
  /// Returns a value as JSON.
  static func encode(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    guard let data = try? encoder.encode(value) else { return Array("{}".utf8) }
    return [UInt8](data)
  }

  /// Reads the body of a request.
  ///
  /// - Throws: `Problem` for anything other than the expected JSON.
  static func decode<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], with decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    do {
      return try decoder.decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      throw Problem(400, "invalid request: \(sentence(error))", field: field(error))
    }
  }

  private static func path(_ error: DecodingError) -> [any CodingKey] {
    switch error {
    case .keyNotFound(let key, let context): context.codingPath + [key]
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): context.codingPath
    @unknown default: []
    }
  }

  private static func field(_ error: DecodingError) -> String? { path(error).first?.stringValue }

  private static func sentence(_ error: DecodingError) -> String {
    let name = path(error).map(\.stringValue).joined(separator: ".")
    return switch error {
    case .keyNotFound: "\(name) is missing"
    case .typeMismatch, .valueNotFound: "\(name) has a value of the wrong type"
    default: name.isEmpty ? "it is not JSON" : "\(name) has an invalid value"
    }
  }
}
