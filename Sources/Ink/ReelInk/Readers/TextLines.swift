import ReelFormats
import ReelFiles
import ReelGeometry

/// The lines of a text, as ranges of its bytes.
struct TextLines {
  private let bytes: [UInt8]
  private var position = 0

  init(_ source: TextSource) { bytes = source.bytes }

  /// Returns the next line without its line ending, or nil after the last.
  mutating func next() -> Range<Int>? {
    guard position < bytes.count else { return nil }
    let start = position
    while position < bytes.count, bytes[position] != 0xA, bytes[position] != 0xD { position += 1 }
    let end = position
    if position < bytes.count {
      let isPair = bytes[position] == 0xD && position + 1 < bytes.count && bytes[position + 1] == 0xA
      position += isPair ? 2 : 1
    }
    return start..<end
  }
}

extension TextSource {
  /// Returns the words of a line, up to a maximum number, as text.
  func words(in line: Range<Int>, atMost limit: Int) -> [String] {
    bytes[line].split(maxSplits: limit, whereSeparator: Self.isSpace).prefix(limit).map {
      String(decoding: $0.prefix(200), as: UTF8.self)
    }
  }

  /// Reads the number at a byte and the white space around it; nil if there is no number.
  func number(at position: inout Int, before end: Int) -> Double? {
    skipSpace(at: &position, before: end)
    guard position < end else { return nil }
    let start = position
    guard let value = DecimalNumber.scan(bytes, at: &position), position <= end else {
      position = start
      return nil
    }
    guard position == end || Self.isSpace(bytes[position]) else {
      position = start
      return nil
    }
    skipSpace(at: &position, before: end)
    return value
  }

  /// Returns whether a number may begin at a byte.
  func beginsNumber(at position: Int) -> Bool {
    guard position < bytes.count else { return false }
    return switch bytes[position] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: false
    }
  }

  func skipSpace(at position: inout Int, before end: Int) {
    while position < end, Self.isSpace(bytes[position]) { position += 1 }
  }
}
