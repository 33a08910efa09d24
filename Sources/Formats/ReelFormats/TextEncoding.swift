import ReelFiles

/// Converts the encodings of ink files to UTF-8.
package enum TextEncoding {
  /// Returns the text of a file as valid UTF-8 without a byte order mark.
  ///
  /// UTF-16 is recognized by its byte order mark or by the zero bytes of its first character. Bytes that are not UTF-8 are read as
  /// Latin-1 if the file is XML with that encoding, or plain text, as in old ink collections; otherwise they are an error.
  package static func utf8(_ bytes: [UInt8], name: String) throws(FormatError) -> [UInt8] {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw FormatError(file: name, reason: "expected text in UTF-8 or UTF-16, found UTF-32")
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return try fromUTF16(bytes.dropFirst(2), isBigEndian: false, name: name) }
    if bytes.starts(with: [0xFE, 0xFF]) { return try fromUTF16(bytes.dropFirst(2), isBigEndian: true, name: name) }
    if bytes.count >= 2, bytes[0] == 0, bytes[1] != 0 {
      return try fromUTF16(bytes[...], isBigEndian: true, name: name)
    }
    if bytes.count >= 2, bytes[1] == 0, bytes[0] != 0 {
      return try fromUTF16(bytes[...], isBigEndian: false, name: name)
    }
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes

    let declared = declaredEncoding(text)
    if let declared, ["ISO-8859-1", "LATIN1", "LATIN-1", "WINDOWS-1252"].contains(declared) { return fromLatin1(text) }
    if let declared, !["UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16"].contains(declared) {
      throw FormatError(
        file: name, line: 1, reason: "expected the encoding UTF-8, UTF-16 or ISO-8859-1, found \(declared)")
    }
    guard let wrong = firstInvalidByte(text) else {
      // Zeros are valid UTF-8 but do not occur in text.
      guard !text.prefix(1024).contains(0) else {
        throw FormatError(file: name, reason: "expected text, found binary data")
      }
      return text
    }
    let first = text.first { !TextSource.isSpace($0) }
    if let first, first != UInt8(ascii: "<"), first != UInt8(ascii: "{"), first != UInt8(ascii: "["), !text.contains(0)
    {
      return fromLatin1(text)
    }
    guard !text.prefix(1024).contains(0) else {
      throw FormatError(file: name, reason: "expected text, found binary data")
    }
    let line = 1 + text[..<wrong].count { $0 == 0xA }
    let column = wrong - (text[..<wrong].lastIndex(of: 0xA).map { $0 + 1 } ?? 0) + 1
    throw FormatError(
      file: name, line: line, column: column, reason: "expected text in UTF-8, found the byte \(text[wrong])")
  }

  /// The encoding named by an XML declaration, in capitals.
  private static func declaredEncoding(_ bytes: [UInt8]) -> String? {
    guard bytes.starts(with: Array("<?xml".utf8)), let end = bytes.prefix(400).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let declaration = String(decoding: bytes[..<end], as: UTF8.self).uppercased()
    let parts = declaration.split(whereSeparator: { $0 == "\"" || $0 == "'" || $0 == "=" || $0.isWhitespace })
    guard let key = parts.firstIndex(of: "ENCODING"), key + 1 < parts.count else { return nil }
    return String(parts[key + 1].prefix(40))
  }

  /// The characters 0x80 to 0x9F of Windows-1252.
  private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars).map {
    Character($0)
  }

  private static func fromLatin1(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else if byte < 0xA0 {
        // Quotes and dashes of Windows; Latin-1 has no letters there.
        result += String(windows[Int(byte - 0x80)]).utf8
      } else {
        result.append(0xC0 | byte >> 6)
        result.append(0x80 | byte & 0x3F)
      }
    }
    return result
  }

  private static func fromUTF16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool, name: String) throws(FormatError)
    -> [UInt8]
  {
    guard bytes.count % 2 == 0 else {
      throw FormatError(file: name, reason: "expected UTF-16, found half a character at the end")
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    // Unpaired surrogates become replacement characters, which have no meaning in any format.
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// Returns the first byte that is not part of a UTF-8 character, or nil.
  ///
  /// The table comes from the Unicode Standard, 3.9.
  private static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      if lead < 0x80 {
        index += 1
        continue
      }
      let (length, second): (Int, ClosedRange<UInt8>)
      switch lead {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return index }
      for offset in 2..<max(length, 2) where bytes[index + offset] & 0xC0 != 0x80 { return index }
      index += length
    }
    return nil
  }
}
