import ReelPlatform

extension BoundedFile {
  /// Returns all bytes of standard input, whether a pipe, a file or a socket.
  ///
  /// - Parameter limit: the maximum number of bytes.
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

/// The system's `read`, which a function of the type shadows.
private func readBytes(_ descriptor: Int32, _ piece: inout [UInt8]) -> Int { read(descriptor, &piece, piece.count) }
