/// A value of JSON.
///
/// Arrays of numbers, of which ink consists, are stored as such: 8 bytes per number.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case numbers([Double])
  case array([JSONValue])
  case object([String: JSONValue])

  subscript(_ key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  var number: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }

  var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The numbers of an array that holds nothing else.
  var numbers: [Double]? {
    guard case .numbers(let values) = self else { return nil }
    return values
  }

  /// The elements of an array of any kind.
  var elements: [JSONValue]? {
    switch self {
    case .numbers(let values): values.map(JSONValue.number)
    case .array(let values): values
    default: nil
    }
  }
}
