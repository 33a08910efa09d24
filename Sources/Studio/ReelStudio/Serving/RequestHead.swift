/// The lines of a request before its body.
///
/// Parsing is strict: anything that two programs could read differently is refused, not repaired.
package struct RequestHead: Hashable, Sendable {
  /// The method, in upper case.
  var method: String
  /// The target as sent: a path with an optional query.
  var target: String
  /// Whether the version is HTTP/1.1, where connections stay open by default.
  var isCurrent: Bool
  /// The header fields by name in lower case; values of equal names are joined by commas.
  var fields: [String: String]

  /// A request that is refused before it is understood.
  package struct Fault: Error, Hashable {
    package var status: Int
    package var reason: String
  }

  /// The maximum number of header fields in a request.
  static let mostFields = 100

  /// Fields that may occur only once, because a second one would contradict the first.
  private static let single: Set<String> = [
    "host", "content-length", "transfer-encoding", "origin", "content-type", "sec-websocket-key", "range",
  ]

  /// Returns the number of bytes of a head, including the empty line at its end; nil if that has not arrived yet.
  ///
  /// - Parameter start: the position to search from, for bytes that arrive in pieces.
  package static func length(in bytes: [UInt8], from start: Int) -> Int? {
    var index = max(3, start)
    while index < bytes.count {
      if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  /// Reads a head.
  ///
  /// - Parameter bytes: the complete head, including the empty line.
  package init(_ bytes: some Sequence<UInt8>) throws(Fault) {
    var lines: [Substring.UTF8View.SubSequence] = []
    guard let text = String(validating: Array(bytes), as: UTF8.self) else { throw Self.malformed }
    for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast(2) {
      guard line.last == 0x0D else { throw Self.malformed }
      lines.append(line.dropLast())
    }
    guard let first = lines.first, lines.count <= Self.mostFields + 1 else { throw Self.malformed }
    let words = first.split(separator: 0x20, omittingEmptySubsequences: false).map { String(Substring($0)) }
    guard words.count == 3, !words[0].isEmpty, words[0].utf8.allSatisfy(Self.isTokenByte),
      words[1].utf8.first == UInt8(ascii: "/"), words[1].utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw Self.malformed }
    guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
      throw Fault(status: 505, reason: "this server speaks HTTP/1.1")
    }
    method = words[0]
    target = words[1]
    isCurrent = words[2] == "HTTP/1.1"
    fields = [:]
    for line in lines.dropFirst() { try add(line) }
  }

  private mutating func add(_ line: Substring.UTF8View.SubSequence) throws(Fault) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy(Self.isTokenByte),
      line[colon...].allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
    else { throw Self.malformed }
    let name = String(Substring(line[..<colon])).lowercased()
    var value = line[line.index(after: colon)...]
    while let byte = value.first, byte == 0x20 || byte == 0x09 { value.removeFirst() }
    while let byte = value.last, byte == 0x20 || byte == 0x09 { value.removeLast() }
    let text = String(Substring(value))
    guard let known = fields[name] else {
      fields[name] = text
      return
    }
    if Self.single.contains(name) { throw Self.malformed }
    fields[name] = known + ", " + text
  }

  private static let malformed = Fault(status: 400, reason: "the request is malformed")

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }

  /// The length of the body in bytes.
  package var bodyLength: Int {
    get throws(Fault) {
      if fields["transfer-encoding"] != nil {
        throw Fault(status: 411, reason: "the request does not say how long it is: send a Content-Length")
      }
      guard let text = fields["content-length"] else { return 0 }
      guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let length = Int(text)
      else { throw Self.malformed }
      return length
    }
  }

  /// Whether the connection may serve another request after this one.
  package var keepsConnection: Bool {
    let words = (fields["connection"] ?? "").lowercased().split(separator: ",").map { word in
      word.filter { $0 != " " }
    }
    return isCurrent ? !words.contains("close") : words.contains("keep-alive")
  }

  /// The decoded components of the path; nil for an invalid path.
  ///
  /// No component is empty, `.` or `..`, or contains a slash, a backslash or a control character, so no file path made from it can leave its
  /// folder.
  package var path: [String]? {
    let text = target.utf8.prefix { $0 != UInt8(ascii: "?") }.dropFirst()
    if text.isEmpty { return [] }
    var parts: [String] = []
    for part in text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let decoded = PercentEncoding.decode(part), !decoded.isEmpty, decoded != ".", decoded != "..",
        decoded.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "\\") })
      else { return nil }
      parts.append(decoded)
    }
    return parts
  }

  /// The parameters after the question mark; of equal names, the last.
  ///
  /// Nil if one is encoded incorrectly.
  package var query: [String: String]? {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return [:] }
    var parameters: [String: String] = [:]
    for pair in target.utf8[mark...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(halves[0], plusIsSpace: true),
        let value = halves.count == 2 ? PercentEncoding.decode(halves[1], plusIsSpace: true) : ""
      else { return nil }
      parameters[name] = value
    }
    return parameters
  }
}

/// Percent-encoding of bytes in URLs, such as `%41`.
enum PercentEncoding {
  /// Decodes a part of a URL; nil if a percent sign lacks its two digits or the bytes are not UTF-8.
  static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
        decoded.append(high << 4 | low)
      } else {
        decoded.append(byte == UInt8(ascii: "+") && plusIsSpace ? 0x20 : byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Encodes everything except letters, digits and `-._~`.
  static func encode(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if byte < 0x80, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(scalar)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return encoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
