import ReelDescriptions
import ReelGeometry

/// The fields of a hand-written description.
///
/// A missing key leaves its value at the default. An unknown key is refused, so that a typo is not mistaken for a default.
package struct DescriptionFields<Key: CodingKey & CaseIterable & RawRepresentable<String>> {
  private let container: KeyedDecodingContainer<Key>

  /// Checks the keys of a description.
  ///
  /// - Parameters:
  ///   - decoder: the decoder of the description.
  ///   - kind: the name of the type in errors: `a snowflake film`.
  ///   - keys: all valid keys.
  /// - Throws: `DescriptionError` for an unknown key, suggesting the nearest one; `DecodingError` for a value without keys.
  package init(_ decoder: any Decoder, of kind: String, keyedBy keys: Key.Type) throws {
    container = try decoder.container(keyedBy: keys)
    let known = keys.allCases.map(\.rawValue).sorted()
    for key in try decoder.container(keyedBy: DescriptionKey.self).allKeys where !known.contains(key.stringValue) {
      throw DescriptionError.unknown(key.stringValue, of: kind, known: known)
    }
  }

  /// Reads a value if its key is present.
  package func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
    if container.contains(key) { value = try self.value(key) }
  }

  /// Returns a value that has no default.
  package func value<Value: Decodable>(_ key: Key) throws -> Value { try container.decode(Value.self, forKey: key) }
}
