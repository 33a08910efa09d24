import ReelPlatform

/// Writes a value as JSON that people read and compare, with sorted keys.
func jsonText(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return try encoder.encode(value) + Data("\n".utf8)
}

/// Writes a value as one line of JSON, with sorted keys.
func jsonLine(_ value: some Encodable) throws -> Data {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return try encoder.encode(value) + Data("\n".utf8)
}
