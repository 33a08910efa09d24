import ReelFiles
import ReelGeometry
import ReelPlatform

/// The bytes of standard input or of a file, read once from the beginning; what they are is known from the first of them.
package final class ByteStream {
  /// The first bytes, which are read again: enough to tell a format.
  package let beginning: [UInt8]
  private let descriptor: Int32
  private let isOwned: Bool
  /// How many of the first bytes were read again.
  private var position = 0

  /// The bytes that are looked at to tell a format.
  private static let peek = 4096
  /// The bytes that a pipe holds: with the 64 kB that are usual, writing and reading frames take turns.
  private static let pipeBytes: Int32 = 1 << 20

  /// Opens standard input, and waits for its first bytes.
  package static func standardInput() -> ByteStream { ByteStream(STDIN_FILENO, isOwned: false) }

  /// Opens a file.
  ///
  /// - Throws: `FeedError.missing`.
  package static func file(_ path: String) throws(FeedError) -> ByteStream {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .missing(path: path, reason: SystemError(errno, "open").reason) }
    return ByteStream(descriptor, isOwned: true)
  }

  private init(_ descriptor: Int32, isOwned: Bool) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    #if os(Linux)
      // F_SETPIPE_SZ; what is no pipe refuses.
      _ = fcntl(descriptor, 1031, Self.pipeBytes)
    #endif
    beginning = [UInt8](unsafeUninitializedCapacity: Self.peek) { buffer, count in
      count = Self.fill(UnsafeMutableRawBufferPointer(buffer), descriptor)
    }
  }

  deinit { if isOwned { close(descriptor) } }

  /// Reads bytes; fewer than there is room for only at the end or, if not the whole is wanted, as many as there are.
  func read(_ buffer: UnsafeMutableRawBufferPointer, isWhole: Bool = true) -> Int {
    let known = min(buffer.count, beginning.count - position)
    if known > 0 {
      beginning.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<position + known]))
      }
      position += known
      if !isWhole || known == buffer.count { return known }
    }
    let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[max(0, known)...])
    return max(0, known) + (isWhole ? Self.fill(rest, descriptor) : Self.some(rest, descriptor))
  }

  /// Reads a line without its end, of at most so many bytes; nil at the end, and for a longer one.
  func line(limit: Int) -> [UInt8]? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while line.count <= limit, withUnsafeMutableBytes(of: &byte, { read($0) }) == 1 {
      if byte == UInt8(ascii: "\n") { return line }
      line.append(byte)
    }
    return nil
  }

  private static func fill(_ buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32) -> Int {
    var count = 0
    while count < buffer.count {
      let more = some(UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), descriptor)
      if more == 0 { break }
      count += more
    }
    return count
  }

  /// Waits for bytes; 0 at the end.
  private static func some(_ buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32) -> Int {
    while true {
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        return 0
      }
    }
  }
}

/// The system's `read`, which the methods above shadow.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
