/// A JSON value.
///
/// Arrays of numbers, which make up ink, are stored compactly: 8 bytes per number.
package enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case numbers([Double])
  case array([JSONValue])
  case object([String: JSONValue])

  package subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  package var number: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  package var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements of an array of numbers only.
  package var numbers: [Double]? {
    guard case .numbers(let values) = self else { return nil }
    return values
  }

  /// The elements of an array of any kind.
  package var elements: [JSONValue]? {
    switch self {
    case .numbers(let values): values.map(JSONValue.number)
    case .array(let values): values
    default: nil
    }
  }
}
