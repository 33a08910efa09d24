import ReelFiles
import ReelGeometry

/// The text of a file as UTF-8, with its name for errors.
package struct TextSource: Sendable {
  package let name: String
  /// UTF-8 without a byte order mark, whatever the file's encoding; see `TextEncoding`.
  package let bytes: [UInt8]
  /// The outline of JSON text; empty for any other text.
  package let outline: JSONOutline

  package init(_ bytes: [UInt8], name: String) throws(FormatError) {
    self.name = name
    self.bytes = try TextEncoding.utf8(bytes, name: name)
    outline = JSONOutline(self.bytes)
  }

  /// Takes text that need not be valid UTF-8, and looks for no outline in it.
  package init(unchecked bytes: [UInt8], name: String) {
    self.name = name
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    outline = JSONOutline([])
  }

  /// The first byte that is not white space.
  package var firstByte: UInt8? { bytes.first { !Self.isSpace($0) } }

  package static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x9...0xD).contains(byte) }

  /// Returns an error at a byte of the text.
  package func error(at offset: Int, _ reason: String) -> FormatError {
    let end = min(max(offset, 0), bytes.count)
    var line = 1
    var lineStart = 0
    var index = 0
    while index < end {
      // A lone carriage return also ends a line, as on old Macs.
      let isReturn = bytes[index] == 0xD && !(index + 1 < bytes.count && bytes[index + 1] == 0xA)
      if bytes[index] == 0xA || isReturn {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
    return FormatError(file: name, line: line, column: end - lineStart + 1, reason: reason)
  }

  /// Returns an error about the whole file.
  package func error(_ reason: String) -> FormatError { FormatError(file: name, reason: reason) }

  /// Returns the index of the requested drawing, or of the first one.
  package func choice(_ index: Int?, of count: Int, _ what: String) throws(FormatError) -> Int {
    guard let index else { return 0 }
    guard (0..<count).contains(index) else {
      throw error("expected \(what) \(index), found \(count), counted from 0")
    }
    return index
  }

  /// Returns an excerpt of the text at a byte, for errors.
  package func excerpt(at offset: Int) -> String {
    guard offset < bytes.count else { return "the end of the file" }
    var end = offset
    while end < bytes.count, end - offset < 20, bytes[end] >= 0x20 { end += 1 }
    let text = String(decoding: bytes[offset..<max(end, offset + 1)], as: UTF8.self)
    let shown = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : Character($0) }
    return "“\(String(shown))”"
  }

  /// Returns whether an ASCII string occurs in the text.
  package func contains(_ text: StaticString) -> Bool { firstIndex(of: text) != nil }

  /// Returns the offset of the first occurrence of an ASCII string.
  package func firstIndex(of text: StaticString) -> Int? {
    text.withUTF8Buffer { needle in
      guard let first = needle.first, bytes.count >= needle.count else { return nil }
      var index = 0
      let last = bytes.count - needle.count
      while index <= last {
        if bytes[index] == first, bytes[index..<index + needle.count].elementsEqual(needle) { return index }
        index += 1
      }
      return nil
    }
  }
}
