#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension BoundedFile {
  /// Returns all bytes that come from standard input, whatever it is: a pipe, a file, a socket, which has no path.
  ///
  /// - Parameter limit: the most bytes that there may be.
  package static func readStandardInput(limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = readBytes(STDIN_FILENO, &piece)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unread(SystemError(errno, "read").message) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw .tooLong }
      bytes += piece[..<count]
    }
  }
}

/// Calls `read`, whose name means something else within the type.
private func readBytes(_ descriptor: Int32, _ piece: inout [UInt8]) -> Int { read(descriptor, &piece, piece.count) }
