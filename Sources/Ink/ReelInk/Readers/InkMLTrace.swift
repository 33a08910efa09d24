import ReelFormats
import ReelFiles
import ReelGeometry

/// Decodes the text of a trace point by point.
///
/// Points are separated by commas, values by white space or just by a sign or a prefix. `!` makes a channel explicit, `'` makes it a
/// first and `"` a second difference; each applies until the next prefix. `*` repeats a value, `?` leaves it unknown, `T` and `F` are
/// Boolean values, `#` begins a hexadecimal number.
struct InkMLTrace {
  /// An error in the text.
  struct Fault: Error {
    var reason: String
    init(_ reason: String) { self.reason = reason }
  }

  private struct Channel {
    var mode = UInt8(ascii: "!")
    var value = 0.0
    var velocity = 0.0
    /// Whether there was a value for the next difference.
    var hasValue = false

    /// Applies a number in the current mode.
    mutating func apply(_ number: Double) {
      switch mode {
      case UInt8(ascii: "'"):
        velocity = number
        value += velocity
      case UInt8(ascii: "\""):
        velocity += number
        value += velocity
      default:
        velocity = hasValue ? number - value : 0
        value = number
      }
      hasValue = true
    }
  }

  private let text: ArraySlice<UInt8>
  private var position: Int
  private var channels: [Channel] = []
  /// The number of the last point read, counted from 1.
  private(set) var pointNumber = 0
  /// The values of the last point read.
  private(set) var values: [Double] = []

  private static let channelLimit = 64

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    position = text.startIndex
  }

  /// Reads the next point; returns false after the last.
  mutating func readPoint() throws(Fault) -> Bool {
    values.removeAll(keepingCapacity: true)
    skipSpace()
    guard position < text.endIndex else { return false }
    pointNumber += 1
    while position < text.endIndex, text[position] != UInt8(ascii: ",") {
      guard values.count < Self.channelLimit else {
        throw Fault("expected at most \(Self.channelLimit) values, found more")
      }
      if values.count == channels.count { channels.append(Channel()) }
      values.append(try readValue(of: values.count))
      skipSpace()
    }
    position += 1
    guard !values.isEmpty else { throw Fault("expected values, found none") }
    return true
  }

  private mutating func readValue(of index: Int) throws(Fault) -> Double {
    switch text[position] {
    case UInt8(ascii: "!"), UInt8(ascii: "'"), UInt8(ascii: "\""):
      channels[index].mode = text[position]
      position += 1
      skipSpace()
    default: break
    }
    guard position < text.endIndex else { throw Fault("expected a value, found the end") }
    switch text[position] {
    case UInt8(ascii: "*"):
      position += 1
      channels[index].velocity = 0
    case UInt8(ascii: "?"): position += 1
    case UInt8(ascii: "T"), UInt8(ascii: "F"):
      channels[index].value = text[position] == UInt8(ascii: "T") ? 1 : 0
      position += 1
    default: channels[index].apply(try readNumber())
    }
    return channels[index].value
  }

  private mutating func readNumber() throws(Fault) -> Double {
    if text[position] == UInt8(ascii: "#") {
      position += 1
      var value = 0.0
      var digits = 0
      while position < text.endIndex, text[position] < 0x80,
        let digit = Character(Unicode.Scalar(text[position])).hexDigitValue, digits < 16
      {
        value = value * 16 + Double(digit)
        digits += 1
        position += 1
      }
      guard digits > 0 else { throw Fault("expected hexadecimal digits after #") }
      return value
    }
    guard let value = DecimalNumber.scan(text, at: &position) else {
      let found = String(decoding: text[position...].prefix(20).prefix { $0 >= 0x20 }, as: UTF8.self)
      throw Fault("expected a number, found “\(found)”")
    }
    return value
  }

  private mutating func skipSpace() {
    while position < text.endIndex, TextSource.isSpace(text[position]) { position += 1 }
  }
}
