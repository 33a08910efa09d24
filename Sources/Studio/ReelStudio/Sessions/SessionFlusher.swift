import ReelFiles
import ReelPlatform
import ReelVideo

/// Flushes a session's file to the disk, apart from its writers, because a disk may be slow.
actor SessionFlusher {
  private let executor = SerialQueueExecutor(label: "reel.studio.flush")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let descriptor: Int32
  private let flush: @Sendable (Int32) throws -> Void

  /// - Parameters:
  ///   - file: the open file; its owner may close it while this still uses it.
  ///   - flush: the call that flushes a descriptor.
  init(_ file: Int32, flush: @escaping @Sendable (Int32) throws -> Void) {
    descriptor = fcntl(file, F_DUPFD_CLOEXEC, 0)
    self.flush = flush
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns when everything written before is on the disk.
  func synchronize() throws { try flush(descriptor) }
}
