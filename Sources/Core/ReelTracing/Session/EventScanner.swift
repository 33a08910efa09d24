import ReelGeometry
import ReelPlatform

/// Reads one event from its line.
///
/// Written by hand because a general JSON decoder would take most of the time of a long session.
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

  /// A line of an unknown kind must still be JSON; otherwise it is an error.
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
    // The number scanner also accepts what JSON does not: a plus sign and a leading point.
    guard let first = peek(), first != UInt8(ascii: "+"), first != UInt8(ascii: ".") else { return nil }
    return DecimalNumber.scan(bytes, at: &position)
  }

  /// A quoted word; one with an escape comes with a backslash in front, since it is of no known kind anyway.
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
