import ReelFormats

/// The JSON of a recording, value by value: it may have a million lines, and its texts any bytes that a terminal was sent.
struct CastJSON {
  private var parser: JSONParser

  init(_ bytes: [UInt8]) {
    parser = JSONParser(TextSource(unchecked: bytes, name: ""), pointLimit: .max, allowsControls: true)
  }

  private var bytes: [UInt8] { parser.source.bytes }

  var position: Int { parser.position }

  /// The line number of a byte, from 1.
  func line(at position: Int) -> Int {
    1 + bytes[..<min(position, bytes.count)].reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
  }

  /// Whether the next value is in the last line.
  var isInLastLine: Bool { !bytes[min(position, bytes.count)...].dropLast().contains(0x0A) }

  /// Skips white space and the comment lines of version 3; returns false at the end.
  mutating func skipToValue() -> Bool {
    while parser.nextByte() == UInt8(ascii: "#") {
      parser.move(to: bytes[position...].firstIndex(of: 0x0A) ?? bytes.count)
    }
    return !parser.isAtEnd()
  }

  /// Reads the next value.
  mutating func value() throws(CastError) -> JSONValue {
    do {
      return try parser.value()
    } catch {
      throw CastError(line: line(at: position), error.reason)
    }
  }
}
