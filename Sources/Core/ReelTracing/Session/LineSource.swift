import ReelFiles
import ReelGeometry
import ReelPlatform

/// The lines of a file, read piece by piece, so that files can have any length.
final class LineSource {
  /// The maximum length of a line, in bytes; a longer one would only fill memory.
  static let longestLine = 16 << 20

  let name: String
  /// The number of the last line read, counted from 1.
  private(set) var line = 0

  private let file: UnsafeMutablePointer<FILE>?
  private var buffer: [UInt8]
  private var position = 0

  init(bytes: [UInt8], name: String) {
    self.name = name
    file = nil
    buffer = bytes
    skipByteOrderMark()
  }

  init(path: String, name: String) throws(TraceSessionError) {
    self.name = name
    buffer = []
    do throws(BoundedFile.Failure) {
      file = try BoundedFile.open(path)
    } catch {
      let reason = if case .unopened(let reason) = error { reason } else { "\(error)" }
      let isMissing = reason == .noSuchFile
      throw TraceSessionError(
        file: name, problem: isMissing ? "no such file; check its name" : "cannot be read: \(reason)")
    }
    try fill()
    skipByteOrderMark()
  }

  deinit { if let file { fclose(file) } }

  private func skipByteOrderMark() {
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Reads more of the file after the unread bytes, and returns whether there was more.
  @discardableResult
  private func fill() throws(TraceSessionError) -> Bool {
    guard let file else { return false }
    buffer.removeFirst(position)
    position = 0
    let used = buffer.count
    let room = 1 << 16
    buffer.append(contentsOf: repeatElement(0, count: room))
    let count = buffer.withUnsafeMutableBytes { fread($0.baseAddress?.advanced(by: used), 1, room, file) }
    buffer.removeLast(room - count)
    if count == 0, ferror(file) != 0 {
      throw TraceSessionError(
        file: name, line: line + 1, problem: "cannot be read: \(SystemError(errno, "fread").message)")
    }
    return count > 0
  }

  /// Returns the next line without its end, or nil after the last.
  func next() throws(TraceSessionError) -> [UInt8]? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return take(upTo: end)
      }
      guard buffer.count - position <= Self.longestLine else {
        throw TraceSessionError(
          file: name, line: line + 1,
          problem: "the line is longer than \(Self.longestLine >> 20) MiB: this is not a session")
      }
      searched = buffer.count - position
      guard try fill() else { break }
    }
    guard position < buffer.count else { return nil }
    defer { position = buffer.count }
    return take(upTo: buffer.count)
  }

  private func take(upTo end: Int) -> [UInt8] {
    line += 1
    let hasReturn = end > position && buffer[end - 1] == UInt8(ascii: "\r")
    return Array(buffer[position..<(hasReturn ? end - 1 : end)])
  }
}
