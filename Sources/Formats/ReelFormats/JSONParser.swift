import ReelFiles
import ReelGeometry

/// Parses JSON value by value, with positions for errors, and with limits.
///
/// Foundation's decoder reports no positions and needs the whole file at once. A Quick, Draw! file is a list of documents of which only
/// one is needed.
package struct JSONParser {
  package let source: TextSource
  package private(set) var position: Int
  private let bytes: [UInt8]
  private var depth = 0
  private var count = 0

  package static let depthLimit = 64
  /// The maximum number of numbers, strings, arrays and objects in one value, because a point may take four.
  private let countLimit: Int
  private let allowsControls: Bool

  /// Creates a parser at the beginning of a text.
  ///
  /// - Parameter allowsControls: Whether texts may contain control characters, which JSON wants escaped; never a line feed.
  package init(_ source: TextSource, pointLimit: Int = 2_000_000, allowsControls: Bool = false) {
    (self.source, self.allowsControls) = (source, allowsControls)
    position = 0
    countLimit = max(0, min(pointLimit, Int.max / 8)) * 4 + 100
    bytes = source.bytes
  }

  /// Whether only white space follows.
  package mutating func isAtEnd() -> Bool {
    skipSpace()
    return position >= bytes.count
  }

  /// Skips white space and then a byte, if it comes next.
  package mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
    position += 1
    return true
  }

  /// Reads the next value completely.
  package mutating func value() throws(FormatError) -> JSONValue {
    depth = 0
    count = 0
    return try readValue()
  }

  // MARK: Step by step

  /// Skips the next value, with the same errors as reading it.
  package mutating func skipValue() throws(FormatError) {
    skipSpace()
    guard position < bytes.count else { throw error("expected a value, found the end of the file") }
    switch bytes[position] {
    case UInt8(ascii: "{"): try forEachMember { (parser, _) throws(FormatError) in try parser.skipValue() }
    case UInt8(ascii: "["): try forEachElement { (parser) throws(FormatError) in try parser.skipValue() }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try readNumber()
    default: _ = try readValue()
    }
  }

  /// Iterates over the next array; the body reads or skips each element.
  package mutating func forEachElement(_ body: (inout JSONParser) throws(FormatError) -> Void) throws(FormatError) {
    skipSpace()
    try enter()
    defer { depth -= 1 }
    if skip("]") { return }
    repeat { try body(&self) } while skip(",")
    guard skip("]") else { throw error("expected , or ] in the array, found \(source.excerpt(at: position))") }
  }

  /// Iterates over the next object; the body receives each name, and reads or skips the value.
  package mutating func forEachMember(_ body: (inout JSONParser, String) throws(FormatError) -> Void)
    throws(FormatError)
  {
    skipSpace()
    try enter()
    defer { depth -= 1 }
    if skip("}") { return }
    repeat { try body(&self, readName()) } while skip(",")
    guard skip("}") else { throw error("expected , or } in the object, found \(source.excerpt(at: position))") }
  }

  /// Reads an array of numbers into `numbers`, replacing its contents; returns false if the next value is anything else, and may stop
  /// within it.
  package mutating func readNumbers(into numbers: inout [Double], atMost limit: Int) throws(FormatError) -> Bool {
    numbers.removeAll(keepingCapacity: true)
    guard skip("[") else { return false }
    if skip("]") { return true }
    repeat {
      guard nextIsNumber() else { return false }
      guard numbers.count < limit else { throw error("expected at most \(limit) points, found more") }
      numbers.append(try readNumber())
    } while skip(",")
    return skip("]")
  }

  /// The first byte of the next value; 0 at the end.
  package mutating func nextByte() -> UInt8 {
    skipSpace()
    return position < bytes.count ? bytes[position] : 0
  }

  /// Moves to the beginning of a skipped value.
  package mutating func move(to position: Int) {
    self.position = position
    depth = 0
  }

  private mutating func nextIsNumber() -> Bool {
    let byte = nextByte()
    return byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Whole values

  private mutating func readValue() throws(FormatError) -> JSONValue {
    skipSpace()
    count += 1
    guard count <= countLimit else { throw error("expected at most \(countLimit) values, found more") }
    guard position < bytes.count else { throw error("expected a value, found the end of the file") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try readObject()
    case UInt8(ascii: "["): return try readArray()
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
    case UInt8(ascii: "t") where skipWord("true"): return .bool(true)
    case UInt8(ascii: "f") where skipWord("false"): return .bool(false)
    case UInt8(ascii: "n") where skipWord("null"): return .null
    default: throw error("expected a value, found \(source.excerpt(at: position))")
    }
  }

  private mutating func enter() throws(FormatError) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw error("expected at most \(Self.depthLimit) levels of nested arrays and objects, found more")
    }
    position += 1
  }

  private mutating func readArray() throws(FormatError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var numbers: [Double] = []
    var values: [JSONValue] = []
    if skip("]") { return .numbers([]) }
    repeat {
      switch try readValue() {
      case .number(let number) where values.isEmpty: numbers.append(number)
      case let value:
        if values.isEmpty {
          values = numbers.map(JSONValue.number)
          numbers = []
        }
        values.append(value)
      }
    } while skip(",")
    guard skip("]") else { throw error("expected , or ] in the array, found \(source.excerpt(at: position))") }
    return values.isEmpty ? .numbers(numbers) : .array(values)
  }

  private mutating func readObject() throws(FormatError) -> JSONValue {
    try enter()
    defer { depth -= 1 }
    var members: [String: JSONValue] = [:]
    if skip("}") { return .object([:]) }
    repeat { members[try readName()] = try readValue() } while skip(",")
    guard skip("}") else { throw error("expected , or } in the object, found \(source.excerpt(at: position))") }
    return .object(members)
  }

  private mutating func readName() throws(FormatError) -> String {
    guard nextByte() == UInt8(ascii: "\"") else {
      throw error("expected a name in quotation marks, found \(source.excerpt(at: position))")
    }
    let name = try readString()
    guard skip(":") else { throw error("expected : after the name, found \(source.excerpt(at: position))") }
    return name
  }

  private mutating func readNumber() throws(FormatError) -> Double {
    let start = position
    guard let value = DecimalNumber.scan(bytes, at: &position) else {
      throw error("expected a number that fits in 64 bits, found \(source.excerpt(at: start))")
    }
    return value
  }

  private mutating func readString() throws(FormatError) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try readEscape(into: &text)
      case 0..<0x20 where !allowsControls || byte == UInt8(ascii: "\n"):
        position -= 1
        throw error("expected the end of the text, found a control character")
      default: text.append(byte)
      }
    }
    throw error("expected the end of the text, found the end of the file")
  }

  private mutating func readEscape(into text: inout [UInt8]) throws(FormatError) {
    let escapes: [(UInt8, UInt8)] = [
      (UInt8(ascii: "n"), 0xA), (UInt8(ascii: "t"), 0x9), (UInt8(ascii: "r"), 0xD), (UInt8(ascii: "b"), 0x8),
      (UInt8(ascii: "f"), 0xC), (UInt8(ascii: "\""), 0x22), (UInt8(ascii: "\\"), 0x5C), (UInt8(ascii: "/"), 0x2F),
    ]
    guard position < bytes.count else { throw error("expected the end of the text, found the end of the file") }
    if let escape = escapes.first(where: { $0.0 == bytes[position] }) {
      text.append(escape.1)
      position += 1
      return
    }
    guard bytes[position] == UInt8(ascii: "u"), let first = hexUnit(at: position + 1) else {
      throw error("expected an escape such as \\n or \\u00E9, found \(source.excerpt(at: position))")
    }
    position += 5
    var units = [first]
    // A character beyond 16 bits is written as two escapes.
    if UTF16.isLeadSurrogate(first), position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u"), let second = hexUnit(at: position + 2), UTF16.isTrailSurrogate(second)
    {
      units.append(second)
      position += 6
    }
    text.append(contentsOf: String(decoding: units, as: UTF16.self).utf8)
  }

  private func hexUnit(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  private mutating func skipWord(_ word: StaticString) -> Bool {
    let matches = word.withUTF8Buffer {
      position + $0.count <= bytes.count && bytes[position..<position + $0.count].elementsEqual($0)
    }
    if matches { position += word.utf8CodeUnitCount }
    return matches
  }

  private mutating func skipSpace() {
    while position < bytes.count, TextSource.isSpace(bytes[position]) { position += 1 }
  }

  private func error(_ reason: String) -> FormatError { source.error(at: position, reason) }
}
