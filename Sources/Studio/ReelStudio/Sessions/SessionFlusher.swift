import ReelFiles
import ReelPlatform
import ReelVideo

/// Flushes the file of a session to the disk, away from those who write to it: a disk takes as long as it takes.
actor SessionFlusher {
  private let executor = SerialQueueExecutor(label: "reel.studio.flush")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let descriptor: Int32
  private let flush: @Sendable (Int32) throws -> Void

  /// - Parameters:
  ///   - file: the open file; it may be closed before this is.
  ///   - flush: flushes a descriptor.
  init(_ file: Int32, flush: @escaping @Sendable (Int32) throws -> Void) {
    descriptor = fcntl(file, F_DUPFD_CLOEXEC, 0)
    self.flush = flush
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns when everything that was written before is on the disk.
  func synchronize() throws { try flush(descriptor) }
}
