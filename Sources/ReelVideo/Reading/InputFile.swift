#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads small files of any origin whole, up to a bound: what a path names may be a device that never ends.
package enum InputFile {
  /// Why a file was not read.
  package enum Failure: Error, CustomStringConvertible {
    /// It is not there or may not be read.
    case unreadable(reason: String)
    /// It has more bytes than allowed.
    case tooLong(limit: Int)

    /// The reason, without the name of the file.
    package var description: String {
      switch self {
      case .unreadable(let reason): reason
      case .tooLong(let limit): "it has more than \(limit) bytes"
      }
    }
  }

  /// Returns all bytes of a file, or of what comes out of a pipe.
  package static func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var status = stat()
    // A file tells its length before any memory is taken; a pipe does not.
    if fstat(file, &status) == 0, status.st_size > limit { throw .tooLong(limit: limit) }
    let bytes = try contents(of: file, upTo: limit + 1)
    guard bytes.count <= limit else { throw .tooLong(limit: limit) }
    return bytes
  }

  /// Returns the first bytes of a file that nobody named: nil for pipes and devices, which might never answer.
  package static func beginning(of path: String, count: Int) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? contents(of: file, upTo: count)
  }

  private static func contents(of file: Int32, upTo limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let count = read(file, &piece, min(piece.count, limit - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
      if count == 0 { break }
      bytes += piece[..<count]
    }
    return bytes
  }
}
