import ReelDescriptions
import ReelGeometry

/// The fields of a description that people write.
///
/// A key that is missing leaves its value as it is, which makes that the default; a key that is not known is refused, so that
/// a slip of the pen does not pass for a default.
package struct DescriptionFields<Key: CodingKey & CaseIterable & RawRepresentable<String>> {
  private let container: KeyedDecodingContainer<Key>

  /// Looks through the keys of a description.
  ///
  /// - Parameters:
  ///   - decoder: what the description is read from.
  ///   - kind: what is described, as errors call it: `a snowflake film`.
  ///   - keys: all that it can have.
  /// - Throws: `DescriptionError` for a key that is not among them, with the nearest one; `DecodingError` for what has no keys.
  package init(_ decoder: any Decoder, of kind: String, keyedBy keys: Key.Type) throws {
    container = try decoder.container(keyedBy: keys)
    let known = keys.allCases.map(\.rawValue).sorted()
    for key in try decoder.container(keyedBy: DescriptionKey.self).allKeys where !known.contains(key.stringValue) {
      throw DescriptionError.unknown(key.stringValue, of: kind, known: known)
    }
  }

  /// Reads a value, if its key is there.
  package func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
    if container.contains(key) { value = try self.value(key) }
  }

  /// Returns a value that has no default.
  package func value<Value: Decodable>(_ key: Key) throws -> Value { try container.decode(Value.self, forKey: key) }
}
