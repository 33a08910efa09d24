import ReelPlatform

/// Writes to file descriptors, until all bytes are written.
package enum Descriptor {
  /// Writes bytes at the descriptor's position: to a pipe, or at the end of a new file.
  ///
  /// Waits for a slow reader, even if the pipe is non-blocking.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    try writeAll(bytes) {
      systemWrite(descriptor, $0.baseAddress, $0.count)
    } wait: {
      var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      systemPoll(&poll)
    }
  }

  /// Writes bytes at an offset in a file.
  package static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) throws(SystemError) {
    var end = offset
    try writeAll(bytes) {
      let count = pwrite(descriptor, $0.baseAddress, $0.count, off_t(end))
      end += max(count, 0)
      return count
    }
  }

  /// Flushes a file to the disk: its data, and the metadata needed to read it.
  package static func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      let status = fsync(descriptor)
    #else
      let status = fdatasync(descriptor)
    #endif
    // EINVAL: the file system does not support syncing.
    guard status == 0 || errno == EINVAL else {
      throw SystemError(errno, "fdatasync")
    }
  }

  private static func writeAll(
    _ bytes: [UInt8], _ write: (UnsafeRawBufferPointer) -> Int, wait: () -> Void = {}
  ) throws(SystemError) {
    let failure: SystemError? = bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(UnsafeRawBufferPointer(rebasing: rest))
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN {
          wait()
          continue
        }
        guard count > 0 else { return SystemError(count < 0 ? errno : EIO, "write") }
        rest = rest.dropFirst(count)
      }
      return nil
    }
    if let failure { throw failure }
  }
}

/// The system's `write`, which the functions above shadow.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }

/// The system's `poll`, for one descriptor and without a timeout.
private func systemPoll(_ descriptor: inout pollfd) { _ = poll(&descriptor, 1, -1) }
