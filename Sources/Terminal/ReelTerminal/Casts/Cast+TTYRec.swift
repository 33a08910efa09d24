extension Cast {
  /// Reads a ttyrec: records of a time, a length, and output, as `ttyrec` and NetHack servers write them.
  ///
  /// The format has no terminal size, so 80 columns and 24 rows are assumed. A file that is cut off is read up to that
  /// point.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `CastError`.
  init(ttyrec bytes: [UInt8]) throws(CastError) {
    self.init()
    var records = TTYRecords(bytes)
    var start: Double?
    var (time, text) = (0.0, TextPieces())
    while let record = records.next() {
      let since = start ?? record.time
      start = since
      time = max(time, record.time - since)
      events.append(TimedEvent(time, .output(text.take(record.bytes))))
    }
    guard !events.isEmpty else { throw CastError("it is not a ttyrec: it has no records") }
    events[events.count - 1].event.append(text.rest())
    duration = time
    self = try checked()
  }

  /// Whether a file starts like a ttyrec: the times of its first records never decrease.
  static func recognizesTTYRec(_ bytes: [UInt8]) -> Bool {
    var records = TTYRecords(bytes)
    var (count, last) = (0, 0.0)
    while count < 8, let record = records.next() {
      guard record.time >= last else { return false }
      (count, last) = (count + 1, record.time)
    }
    // A single record must be the whole file.
    return count > 0 && (count > 1 || records.isAtEnd)
  }
}

extension Cast.Event {
  /// Appends text to an output event.
  fileprivate mutating func append(_ more: String) {
    if case .output(let text) = self, !more.isEmpty { self = .output(text + more) }
  }
}

/// The records of a ttyrec: seconds, microseconds and a length as 32-bit little-endian numbers, then the bytes.
private struct TTYRecords {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Reads the next record; nil at the end or if there is no valid record.
  mutating func next() -> (time: Double, bytes: ArraySlice<UInt8>)? {
    guard bytes.count - position >= 12 else { return nil }
    func number(_ offset: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[position + offset + $1]) << (8 * $1) }
    }
    let (seconds, micro, length) = (number(0), number(4), number(8))
    guard micro < 1_000_000, length <= bytes.count - position - 12 else { return nil }
    defer { position += 12 + length }
    return (Double(seconds) + Double(micro) / 1e6, bytes[position + 12..<position + 12 + length])
  }
}

/// Decodes text from pieces of bytes that may split a character.
struct TextPieces {
  /// The first bytes of an incomplete character.
  private var pending: [UInt8] = []

  /// Returns the text of a piece up to the last complete character.
  mutating func take(_ piece: ArraySlice<UInt8>) -> String {
    let bytes = pending + piece
    let complete = Self.completeCount(bytes)
    pending = Array(bytes[complete...])
    return String(decoding: bytes[..<complete], as: UTF8.self)
  }

  /// Returns the text of the remaining bytes.
  mutating func rest() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }

  /// The number of bytes before an incomplete last character.
  private static func completeCount(_ bytes: [UInt8]) -> Int {
    for length in 1...3 where length <= bytes.count {
      let byte = bytes[bytes.count - length]
      if byte & 0xC0 == 0x80 { continue }
      let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return needed > length ? bytes.count - length : bytes.count
    }
    return bytes.count
  }
}
