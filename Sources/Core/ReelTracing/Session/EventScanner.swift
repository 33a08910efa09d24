import ReelGeometry
import ReelPlatform

/// Reads an event from its line.
///
/// It is written by hand, because a general JSON decoder would take most of the time of reading a long session.
struct EventScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func record() -> TraceRecord? {
    guard let first = peek() else { return nil }
    if first == UInt8(ascii: "{") { return other() }
    guard skip("["), let milliseconds = number(), skip(","), let kind = word(), let next = peek() else { return nil }
    guard let phase = TouchEvent.Phase(rawValue: kind) else {
      return next == UInt8(ascii: ",") || next == UInt8(ascii: "]") ? other() : nil
    }
    guard skip(","), let x = number(), skip(","), let y = number(), skip(","), let id = number(), skip("]"),
      peek() == nil,
      let touch = Int(exactly: id)
    else { return nil }
    return .touch(TouchEvent(milliseconds: milliseconds, phase: phase, point: Point(x: x, y: y), touch: touch))
  }

  /// Accepts a line of an unknown kind, which must still be JSON.
  private func other() -> TraceRecord? {
    struct Anything: Decodable { init(from decoder: any Decoder) {} }
    guard let text = String(validating: bytes, as: UTF8.self),
      (try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil
    else { return nil }
    return .other(text)
  }

  private mutating func peek() -> UInt8? {
    while position < bytes.count, TraceSessionReader.isSpace(bytes[position]) { position += 1 }
    return position < bytes.count ? bytes[position] : nil
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func number() -> Double? {
    // The number scanner also accepts a plus sign and a leading point, which JSON does not allow.
    guard let first = peek(), first != UInt8(ascii: "+"), first != UInt8(ascii: ".") else { return nil }
    return DecimalNumber.scan(bytes, at: &position)
  }

  /// Reads a quoted word; a word with an escape is returned with a leading backslash, because no known kind has one.
  private mutating func word() -> String? {
    guard skip("\"") else { return nil }
    let start = position
    var hasEscape = false
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      if bytes[position] == UInt8(ascii: "\\") {
        hasEscape = true
        position += 1
      }
      position += 1
    }
    guard position < bytes.count else { return nil }
    let word = String(decoding: bytes[start..<position], as: UTF8.self)
    position += 1
    return hasEscape ? "\\" + word : word
  }
}
