import ReelPlatform

/// Reads lines from a descriptor.
struct LineReader {
  let descriptor: Int32
  private var buffer: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next line that has come completely; nil if none has.
  mutating func takeLine() -> String? {
    guard let end = buffer.firstIndex(of: 10) else { return nil }
    defer { buffer.removeFirst(end + 1) }
    return String(decoding: buffer[..<end], as: UTF8.self)
  }

  /// Waits for bytes and reads them; false at the end.
  mutating func fill() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      buffer += bytes[..<count]
      return true
    }
  }

  /// Waits for a line; nil at the end.
  mutating func nextLine() -> String? {
    while true {
      if let line = takeLine() { return line }
      guard fill() else { return nil }
    }
  }
}

/// Writes a line to a descriptor.
@discardableResult
func writeLine(_ line: String, to descriptor: Int32) -> Bool {
  let bytes = Array((line + "\n").utf8)
  var offset = 0
  while offset < bytes.count {
    let count = bytes[offset...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    offset += count
  }
  return true
}
