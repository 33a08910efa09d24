import ReelGeometry

/// A value in a description that is a text, a number or a Boolean.
package struct DescriptionText: Codable {
  package let text: String
  private let isSwitch: Bool

  package init(_ text: String, isSwitch: Bool) {
    self.text = text
    self.isSwitch = isSwitch
  }

  package init(from decoder: any Decoder) throws {
    isSwitch = false
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Bool.self) {
      text = value ? "true" : "false"
    } else if let value = try? container.decode(Int.self) {
      text = "\(value)"
    } else if let value = try? container.decode(UInt64.self) {
      text = "\(value)"
    } else if let value = try? container.decode(Double.self) {
      text = "\(value)"
    } else {
      text = try container.decode(String.self)
    }
  }

  /// Encodes a number or a Boolean if its text is the same, and a text otherwise.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isSwitch {
      try container.encode(text == "true")
    } else if let number = Int(text), "\(number)" == text {
      try container.encode(number)
    } else if let number = Double(text), number.isFinite, "\(number)" == text {
      try container.encode(number)
    } else {
      try container.encode(text)
    }
  }

  /// Parses the value of a switch.
  package static func flag(_ name: String, _ text: String) throws(InvalidValue) -> Bool {
    guard let value = ["true": true, "false": false][text.lowercased()] else {
      throw InvalidValue(name, text, expected: "true or false")
    }
    return value
  }
}
