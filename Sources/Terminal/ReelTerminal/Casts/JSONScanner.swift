import ReelGeometry

/// Reads JSON value by value, as a recording has one JSON line for each event and may have a million.
struct JSONScanner {
  /// A JSON value.
  enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([Value])
    case object([String: Value])

    subscript(_ name: String) -> Value? {
      guard case .object(let members) = self else { return nil }
      return members[name]
    }

    var number: Double? {
      guard case .number(let number) = self else { return nil }
      return number
    }

    var text: String? {
      guard case .text(let text) = self else { return nil }
      return text
    }
  }

  /// The deepest nesting of lists and objects.
  private static let depthLimit = 32

  private let bytes: [UInt8]
  private(set) var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The line number of a byte, from 1.
  func line(at position: Int) -> Int {
    1 + bytes[..<min(position, bytes.count)].reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// Whether the next value is in the last line.
  var isInLastLine: Bool { !bytes[min(position, bytes.count)...].dropLast().contains(0x0A) }

  /// Skips white space and the comment lines of version 3; returns false at the end.
  mutating func skipToValue() -> Bool {
    skipSpace()
    while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
      position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      skipSpace()
    }
    return position < bytes.count
  }

  /// Reads the next value.
  mutating func value() throws(CastError) -> Value {
    skipSpace()
    guard position < bytes.count else { throw error("expected a value, found the end") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t") where skip("true"): return .bool(true)
    case UInt8(ascii: "f") where skip("false"): return .bool(false)
    case UInt8(ascii: "n") where skip("null"): return .null
    default:
      guard let number = DecimalNumber.scan(bytes, at: &position), number.isFinite else {
        throw error("expected a JSON value")
      }
      return .number(number)
    }
  }

  private mutating func enter() throws(CastError) {
    depth += 1
    position += 1
    guard depth <= Self.depthLimit else { throw error("it is nested more than \(Self.depthLimit) levels deep") }
  }

  private mutating func array() throws(CastError) -> Value {
    try enter()
    defer { depth -= 1 }
    var values: [Value] = []
    if skip("]") { return .array([]) }
    repeat { values.append(try value()) } while skip(",")
    guard skip("]") else { throw error("expected , or ]") }
    return .array(values)
  }

  private mutating func object() throws(CastError) -> Value {
    try enter()
    defer { depth -= 1 }
    var members: [String: Value] = [:]
    if skip("}") { return .object([:]) }
    repeat {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw error("expected a name") }
      let name = try text()
      guard skip(":") else { throw error("expected : after the name \(name.onOneLine(limit: 40))") }
      members[name] = try value()
    } while skip(",")
    guard skip("}") else { throw error("expected , or }") }
    return .object(members)
  }

  private mutating func text() throws(CastError) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0x0A:
        position -= 1
        throw error("expected \" at the end of a text")
      default: text.append(byte)
      }
    }
    throw error("expected \" at the end of a text")
  }

  private mutating func escape(into text: inout [UInt8]) throws(CastError) {
    guard position < bytes.count else { throw error("expected the end of the text") }
    let byte = bytes[position]
    position += 1
    switch Unicode.Scalar(byte) {
    case "n": text.append(0x0A)
    case "t": text.append(0x09)
    case "r": text.append(0x0D)
    case "b": text.append(0x08)
    case "f": text.append(0x0C)
    case "\"", "\\", "/": text.append(byte)
    case "u":
      guard let first = unit() else { throw error("expected an escape such as \\u001b") }
      var units = [first]
      // A character above U+FFFF is two escapes.
      if UTF16.isLeadSurrogate(first), bytes[position...].starts(with: [0x5C, 0x75]) {
        let before = position
        position += 2
        if let second = unit(), UTF16.isTrailSurrogate(second) { units.append(second) } else { position = before }
      }
      text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
    default: throw error("expected an escape such as \\n or \\u001b")
    }
  }

  private mutating func unit() -> UInt16? {
    guard position + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16((byte & 0x5F) - 0x37)
      default: return nil
      }
    }
    position += 4
    return unit
  }

  /// Skips white space, and a word if it comes next.
  private mutating func skip(_ word: StaticString) -> Bool {
    skipSpace()
    let matches = word.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if matches { position += word.utf8CodeUnitCount }
    return matches
  }

  private mutating func skipSpace() {
    while position < bytes.count, bytes[position] == 0x20 || (0x09...0x0D).contains(bytes[position]) { position += 1 }
  }

  private func error(_ reason: String) -> CastError { CastError(line: line(at: position), reason) }
}
