import ReelFiles
import ReelGeometry
import ReelPlatform

/// The bytes of standard input or of a file, read once from the beginning; the first ones identify the format.
package final class ByteStream {
  /// The first bytes, enough to identify the format; they are read again.
  package let beginning: [UInt8]
  /// Negative for bytes in memory.
  private let descriptor: Int32
  private let isOwned: Bool
  /// The bytes that were read ahead: those in `range` are still to be taken.
  private var ahead: [UInt8]
  private var range: Range<Int>

  /// The bytes of a line.
  package enum Line {
    /// All of them, without the line break.
    case whole([UInt8])
    /// The bytes before the end of the stream; empty if there is no further line.
    case cut([UInt8])
    /// There are more than the limit.
    case tooLong
  }

  /// The number of bytes that identify every format; few, because a program may write its second frame much later.
  private static let fewest = 32
  /// The bytes that are read ahead at most.
  private static let aheadBytes = 1 << 14
  /// The capacity of a pipe, in bytes: with the usual 64 kB, writer and reader would take turns.
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

  /// Reads bytes in memory.
  package init(_ bytes: [UInt8]) {
    (descriptor, isOwned) = (-1, false)
    (ahead, range) = (bytes, bytes.indices)
    beginning = Array(bytes.prefix(Self.aheadBytes))
  }

  private init(_ descriptor: Int32, isOwned: Bool) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    #if os(Linux)
      // F_SETPIPE_SZ; what is not a pipe refuses.
      _ = fcntl(descriptor, 1031, Self.pipeBytes)
    #endif
    ahead = [UInt8](repeating: 0, count: Self.aheadBytes)
    var count = 0
    while count < Self.fewest {
      let more = ahead.withUnsafeMutableBytes {
        Self.some(UnsafeMutableRawBufferPointer(rebasing: $0[count...]), descriptor)
      }
      if more == 0 { break }
      count += more
    }
    range = 0..<count
    beginning = Array(ahead[range])
  }

  deinit { if isOwned { close(descriptor) } }

  /// Fills a buffer, and returns the number of bytes; fewer at the end, or as many as are ready unless `isWhole`.
  package func read(_ buffer: UnsafeMutableRawBufferPointer, isWhole: Bool = true) -> Int {
    // Of large parts nothing is copied twice; small ones share a call of the system.
    let isSmall = isWhole && buffer.count < Self.aheadBytes
    var count = take(into: buffer)
    if count > 0, !isWhole { return count }
    while count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      if isSmall {
        guard fill() else { break }
        count += take(into: rest)
      } else {
        let more = Self.some(rest, descriptor)
        if more == 0 { break }
        count += more
        if !isWhole { break }
      }
    }
    return count
  }

  /// Reads a line, up to a limit, without its newline.
  package func nextLine(limit: Int) -> Line {
    var line: [UInt8] = []
    while !range.isEmpty || fill() {
      let end = ahead[range].firstIndex(of: UInt8(ascii: "\n"))
      let part = range.lowerBound..<(end ?? range.upperBound)
      guard part.count <= limit - line.count else { return .tooLong }
      line += ahead[part]
      range = part.upperBound + (end == nil ? 0 : 1)..<range.upperBound
      if end != nil { return .whole(line) }
    }
    return .cut(line)
  }

  /// Reads a line without its newline; nil at the end, and for a line longer than the limit.
  func line(limit: Int) -> [UInt8]? {
    if case .whole(let line) = nextLine(limit: limit) { line } else { nil }
  }

  /// Takes bytes that were read ahead.
  private func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let part = range.prefix(buffer.count)
    ahead.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[part])) }
    range = part.upperBound..<range.upperBound
    return part.count
  }

  /// Reads ahead once all has been taken; false at the end.
  private func fill() -> Bool {
    guard descriptor >= 0 else { return false }
    let count = ahead.withUnsafeMutableBytes { Self.some($0, descriptor) }
    range = 0..<count
    return count > 0
  }

  /// Waits for bytes; 0 at the end.
  private static func some(_ buffer: UnsafeMutableRawBufferPointer, _ descriptor: Int32) -> Int {
    while descriptor >= 0 {
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        return 0
      }
    }
    return 0
  }
}

/// The system's `read`, which the methods above shadow.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
