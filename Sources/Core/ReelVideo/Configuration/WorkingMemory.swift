import ReelGeometry
import ReelPlatform

/// The memory that a film needs while it is made, checked before work begins.
package enum WorkingMemory {
  /// Checks that a number of bytes can be allocated, and frees them again.
  ///
  /// The address space is allocated as the work will allocate it, to detect a limit of the process (`ulimit -v`). The
  /// free memory of the machine and the container is read from the system, because the kernel overcommits.
  ///
  /// - Throws: `MovieError.memoryShort`.
  package static func reserve(_ byteCount: Int, for size: PixelSize) throws(MovieError) {
    let free = available()
    if let free, free < byteCount {
      throw .memoryShort(size: size, neededBytes: byteCount, freeBytes: free)
    }
    let addresses = byteCount + (hasLimit ? threadAddresses : 0)
    guard canMap(addresses) else { throw .memoryShort(size: size, neededBytes: addresses, freeBytes: nil) }
  }

  /// Whether threads can be started: some libraries silently end the process if they can't.
  package static var hasRoomForThreads: Bool { !hasLimit || canMap(threadAddresses) }

  /// Whether the first threads of a process can be started: if they can't, Dispatch retries forever.
  package static var hasRoomToStart: Bool { !hasLimit || canMap(startAddresses) }

  /// Whether a number of bytes can be mapped; they are unmapped immediately.
  private static func canMap(_ byteCount: Int) -> Bool {
    #if canImport(Darwin)
      let anonymous = MAP_ANON
    #else
      let anonymous = MAP_ANONYMOUS
    #endif
    let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | anonymous, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, byteCount)
    return true
  }

  /// The address space for the stacks and heaps of threads, most of which is never written.
  ///
  /// Without it, the process dies silently. Measured with glibc 2.36 on two cores, where each thread has 8 MB of
  /// stack and 64 MB of heap; films of 64x64 and 1280x720.
  package static let threadAddresses = 512 << 20

  /// The address space for the stacks of the first threads: two that run tasks, and three that block.
  package static let startAddresses = 5 * stackSize

  /// The system's default stack size for a thread.
  private static var stackSize: Int {
    var (attributes, size) = (pthread_attr_t(), 0)
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    return pthread_attr_getstacksize(&attributes, &size) == 0 ? size : 8 << 20
  }

  /// Whether the process has a limit on its address space.
  fileprivate static var hasLimit: Bool {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_AS.rawValue))
    #else
      let resource = RLIMIT_AS
    #endif
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != rlim_t.max
  }

  /// The free bytes of the machine and of the container of this process; nil if unknown.
  package static func available() -> Int? {
    #if os(Linux)
      let machine = SystemText.at("/proc/meminfo").flatMap { SystemText.value(of: "MemAvailable:", in: $0) }.map {
        $0 * 1024
      }
      return [machine, ControlGroups().freeBytes].compactMap { $0 }.min()
    #else
      return nil
    #endif
  }
}

extension VideoConfiguration {
  /// Estimates the bytes that a film of this size needs in addition to the program.
  ///
  /// Measured with libx264 164, two threads, everything moving: 122 bytes per pixel in 4K and 207 in 720p with
  /// `veryfast`, 250 with `medium` and 350 with `slower` in 720p, drawing and queue included. So one part is
  /// independent of the size, and the rest grows with the encoder's lookahead.
  package var estimatedMemory: Int {
    let bytesPerPixel =
      switch preset {
      case .ultrafast, .superfast, .veryfast: 140
      case .faster, .fast, .medium: 200
      case .slow, .slower: 320
      case .veryslow, .placebo: 480
      }
    // Transparency has a separate encoder.
    let factor = pixelFormat == .yuva420p ? 4 : pixelFormat == .yuv444p ? 3 : 2
    return 64 << 20 + size.width * size.height * bytesPerPixel * factor / 2
  }

  /// Checks that there is enough memory for a film of this size.
  ///
  /// - Throws: `MovieError.memoryShort`.
  package func reserveMemory() throws(MovieError) {
    try WorkingMemory.reserve(estimatedMemory, for: size)
  }
}
