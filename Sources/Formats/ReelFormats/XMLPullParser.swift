import ReelFiles

/// Reads an XML document tag by tag.
///
/// Foundation's `XMLParser` crashes on Linux on a document type with `<!ATTLIST … #IMPLIED>`, which every KanjiVG file has, and this
/// module contains no C. This parser supports what ink files need: elements, attributes, character references, the five predefined
/// entities, and CDATA sections. Comments, processing instructions and the document type with its internal subset are skipped, so no
/// custom entity is ever expanded. Prefixes stay as written and need no declaration. Depth, the number of attributes and their length are
/// bounded.
package struct XMLPullParser {
  package let source: TextSource
  /// The position where the last event began.
  package private(set) var eventStart = 0
  private let bytes: [UInt8]
  private var position = 0
  private var open: [String] = []
  /// The name of an empty element whose end is still to be reported.
  private var pendingEnd: String?
  private var hasRoot = false

  package static let depthLimit = 200
  private static let attributeLimit = 200
  private static let nameLimit = 200

  package init(_ source: TextSource) {
    self.source = source
    bytes = source.bytes
  }

  /// The number of open elements.
  package var depth: Int { open.count }

  /// Returns the next event, or nil at the end of the document.
  package mutating func next() throws(FormatError) -> XMLEvent? {
    if let name = pendingEnd {
      pendingEnd = nil
      open.removeLast()
      return .end(name: name)
    }
    while position < bytes.count {
      eventStart = position
      if bytes[position] != UInt8(ascii: "<") {
        if let text = try readText() { return text }
      } else if follows("<!--") {
        try skip("<!--", past: "-->", what: "the end of the comment")
      } else if follows("<![CDATA[") {
        guard !open.isEmpty else { throw error("expected an element, found text outside of one") }
        let start = position + 9
        try skip("<![CDATA[", past: "]]>", what: "the end of the CDATA section")
        if start < position - 3 { return .text(bytes[start..<position - 3]) }
      } else if follows("<?") {
        try skip("<?", past: "?>", what: "the end of the processing instruction")
      } else if follows("<!DOCTYPE") {
        guard !hasRoot else { throw error("expected the document type before the first element") }
        try skipDocumentType()
      } else if follows("</") {
        return try readEnd()
      } else {
        return try readStart()
      }
    }
    eventStart = position
    if let last = open.last { throw error("expected </\(last)>, found the end of the file") }
    guard hasRoot else { throw error("expected an element, found none") }
    return nil
  }

  // MARK: Tags

  private mutating func readStart() throws(FormatError) -> XMLEvent {
    guard !hasRoot || !open.isEmpty else { throw error("expected nothing after the end of the first element") }
    position += 1
    let name = try readName("the name of an element")
    guard open.count < Self.depthLimit else {
      throw error("expected at most \(Self.depthLimit) nested elements, found more")
    }
    var attributes: [XMLAttribute] = []
    while true {
      let hadSpace = skipSpace()
      guard position < bytes.count else { throw error("expected > for <\(name)>, found the end of the file") }
      if bytes[position] == UInt8(ascii: ">") {
        position += 1
        break
      }
      if follows("/>") {
        position += 2
        pendingEnd = name
        break
      }
      guard hadSpace else { throw error("expected a space or > in <\(name)>, found \(source.excerpt(at: position))") }
      let attribute = try readAttribute()
      guard !attributes.contains(where: { $0.name == attribute.name }) else {
        throw error("expected each attribute once, found \(attribute.name) twice")
      }
      attributes.append(attribute)
      guard attributes.count <= Self.attributeLimit else {
        throw error("expected at most \(Self.attributeLimit) attributes, found more")
      }
    }
    hasRoot = true
    open.append(name)
    return .start(name: name, attributes: attributes)
  }

  private mutating func readEnd() throws(FormatError) -> XMLEvent {
    position += 2
    let name = try readName("the name of an element")
    _ = skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ">") else {
      throw error("expected > for </\(name)>, found \(source.excerpt(at: position))")
    }
    guard let last = open.last else { throw error("expected no </\(name)>: it was not opened") }
    guard last == name else { throw error("expected </\(last)>, found </\(name)>") }
    position += 1
    open.removeLast()
    return .end(name: name)
  }

  private mutating func readAttribute() throws(FormatError) -> XMLAttribute {
    let name = try readName("an attribute")
    _ = skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "=") else {
      throw error("expected = after the attribute \(name), found \(source.excerpt(at: position))")
    }
    position += 1
    _ = skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'") else {
      throw error("expected a quotation mark for the attribute \(name), found \(source.excerpt(at: position))")
    }
    let quote = bytes[position]
    position += 1
    var value: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      switch bytes[position] {
      case UInt8(ascii: "<"): throw error("expected the end of the attribute \(name), found <")
      case UInt8(ascii: "&"): try readReference(into: &value)
      case let byte:
        // XML turns a line break in an attribute into a space.
        value.append(byte < 0x20 ? 0x20 : byte)
        position += 1
      }
    }
    guard position < bytes.count else {
      throw error("expected the end of the attribute \(name), found the end of the file")
    }
    position += 1
    return XMLAttribute(name: name, value: String(decoding: value, as: UTF8.self))
  }

  private mutating func readName(_ what: String) throws(FormatError) -> String {
    let start = position
    while position < bytes.count, Self.isNameByte(bytes[position]) { position += 1 }
    guard position > start, position - start <= Self.nameLimit else {
      throw error("expected \(what), found \(source.excerpt(at: start))")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), 0x80...:
      true
    default: false
    }
  }

  // MARK: Text

  /// Reads all text to the end of the current element, including the text of nested elements.
  package mutating func readTextOfElement() throws(FormatError) -> ArraySlice<UInt8> {
    var text: ArraySlice<UInt8> = []
    let depth = depth
    while self.depth >= depth, let event = try next() {
      guard case .text(let piece) = event else { continue }
      if text.isEmpty { text = piece } else { text += piece }
    }
    return text
  }

  /// Reads text up to the next tag; outside the root, white space is skipped and other text is an error.
  private mutating func readText() throws(FormatError) -> XMLEvent? {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<"), bytes[position] != UInt8(ascii: "&") {
      position += 1
    }
    var text = bytes[start..<position]
    if position < bytes.count, bytes[position] == UInt8(ascii: "&") {
      var copy = Array(text)
      while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
        if bytes[position] == UInt8(ascii: "&") {
          try readReference(into: &copy)
        } else {
          copy.append(bytes[position])
          position += 1
        }
      }
      text = copy[...]
    }
    guard open.isEmpty else { return .text(text) }
    guard text.allSatisfy(TextSource.isSpace) else {
      position = eventStart
      throw error("expected an element, found text outside of one")
    }
    return nil
  }

  private mutating func readReference(into text: inout [UInt8]) throws(FormatError) {
    let start = position + 1
    // The longest reference without leading zeros is &#x10FFFF;, but leading zeros are allowed.
    guard let end = bytes[start..<min(start + 32, bytes.count)].firstIndex(of: UInt8(ascii: ";")) else {
      throw error("expected a reference such as &amp; or &#65;, found \(source.excerpt(at: position))")
    }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    var scalar: Unicode.Scalar?
    switch name {
    case "amp": scalar = "&"
    case "lt": scalar = "<"
    case "gt": scalar = ">"
    case "quot": scalar = "\""
    case "apos": scalar = "'"
    default:
      // UInt32's own parser would accept a sign.
      let isHex = name.hasPrefix("#x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      if name.hasPrefix("#"), digits.first?.isHexDigit == true {
        scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init)
      }
    }
    guard let scalar, scalar != "\0" else {
      throw error("expected a character or one of XML's five entities, found &\(name);")
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    position = end + 1
  }

  // MARK: Skipped parts

  private mutating func skipDocumentType() throws(FormatError) {
    position += "<!DOCTYPE".utf8.count
    var isInside = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[position]
        position += 1
        while position < bytes.count, bytes[position] != quote { position += 1 }
        position += 1
      case UInt8(ascii: "<") where follows("<!--"): try skip("<!--", past: "-->", what: "the end of the comment")
      case UInt8(ascii: "<") where follows("<?"):
        try skip("<?", past: "?>", what: "the end of the processing instruction")
      case UInt8(ascii: "["):
        isInside = true
        position += 1
      case UInt8(ascii: "]"):
        isInside = false
        position += 1
      case UInt8(ascii: ">") where !isInside:
        position += 1
        return
      default: position += 1
      }
    }
    position = eventStart
    throw error("expected the end of the document type, found the end of the file")
  }

  private mutating func skip(_ begin: StaticString, past end: StaticString, what: String) throws(FormatError) {
    position += begin.utf8CodeUnitCount
    while position < bytes.count {
      if follows(end) {
        position += end.utf8CodeUnitCount
        return
      }
      position += 1
    }
    position = eventStart
    throw error("expected \(what), found the end of the file")
  }

  private mutating func skipSpace() -> Bool {
    let start = position
    while position < bytes.count, TextSource.isSpace(bytes[position]) { position += 1 }
    return position > start
  }

  private func follows(_ text: StaticString) -> Bool {
    text.withUTF8Buffer {
      position + $0.count <= bytes.count && bytes[position..<position + $0.count].elementsEqual($0)
    }
  }

  private func error(_ reason: String) -> FormatError { source.error(at: position, reason) }
}
