import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Memory that bitmaps and masks no longer need, for those that come next.
///
/// The system clears every page of fresh memory on its first use, which takes a fifth of the time of a film in which each
/// frame gets a framebuffer of its own. A few blocks are kept and handed on as they are, with what was in them.
///
/// On Linux blocks are pages of their own. The heap keeps large blocks that were freed among small ones that are in use, and a
/// film of an hour would take half as much memory again as one of a minute.
package final class PixelPool: Sendable {
  package static let shared = PixelPool()

  /// Unchecked Sendable: a block in the pool belongs to nobody, and one that was taken to whoever took it.
  private struct Block: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// The framebuffer of a film, what a drawing needs beside it, and one in exchange.
  private static let mostBlocks = 4
  /// The bytes up to which smaller blocks are kept as well: samples of frames come and go while others wait.
  ///
  /// Together with those that are taken they are no more than were taken at once, but for the few that are always kept: what
  /// fits nobody any more goes as others come, and memory is flat where sizes change from frame to frame.
  private static let mostBytes = 1 << 25
  /// Smaller blocks come from the heap as quickly.
  private static let leastSize = 64 * 1024
  private static let alignment = 64

  private struct State {
    /// The blocks that are kept, the oldest first.
    var blocks: [Block] = []
    /// The bytes of the blocks that others have now, and the most that they ever had.
    var taken = 0
    var mostTaken = 0

    /// Takes out the smallest that is large enough, but not one that somebody else could use far better.
    mutating func takeKept(_ byteCount: Int) -> Block? {
      let fitting = blocks.indices.filter { byteCount...2 * byteCount ~= blocks[$0].bytes.count }
      return fitting.min { blocks[$0].bytes.count < blocks[$1].bytes.count }.map { blocks.remove(at: $0) }
    }

    /// Takes out the oldest as long as there are more than a few, and more bytes than so many.
    mutating func shrink(to byteCount: Int) -> ArraySlice<Block> {
      var size = blocks.reduce(0) { $0 + $1.bytes.count }
      var count = 0
      while blocks.count - count > PixelPool.mostBlocks, size > byteCount {
        size -= blocks[count].bytes.count
        count += 1
      }
      defer { blocks.removeFirst(count) }
      return blocks.prefix(count)
    }
  }

  private let state = Mutex(State())

  deinit {
    for block in state.withLock({ $0.blocks }) { Self.free(block.bytes) }
  }

  /// Returns memory for so many bytes or more, aligned to 64 bytes, holding anything.
  package func take(_ byteCount: Int) -> UnsafeMutableRawBufferPointer { block(byteCount).bytes }

  /// Returns memory for so many bytes or more, aligned to 64 bytes, holding zeros in these.
  func takeCleared(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let (bytes, isKept) = block(byteCount)
    // The system cleared fresh pages, or will.
    if isKept || !Self.isFromSystem(bytes.count) {
      UnsafeMutableRawBufferPointer(rebasing: bytes[..<byteCount]).initializeMemory(as: UInt8.self, repeating: 0)
    }
    return bytes
  }

  /// The sizes of the blocks that are kept, the oldest first.
  var keptSizes: [Int] { state.withLock { $0.blocks.map(\.bytes.count) } }

  private func block(_ byteCount: Int) -> (bytes: UnsafeMutableRawBufferPointer, isKept: Bool) {
    let size = Self.roundedUp(byteCount)
    guard size >= Self.leastSize else { return (Self.allocate(size), false) }
    let (kept, surplus) = state.withLock { state -> (Block?, ArraySlice<Block>) in
      let kept = state.takeKept(byteCount)
      state.taken += kept?.bytes.count ?? size
      state.mostTaken = max(state.mostTaken, state.taken)
      return (kept, kept == nil ? state.shrink(to: state.mostTaken - state.taken) : [])
    }
    for block in surplus { Self.free(block.bytes) }
    return kept.map { ($0.bytes, true) } ?? (Self.allocate(size), false)
  }

  /// A size for a new block, at most a quarter more: where a shape grows from frame to frame, its mask still finds the last one's.
  private static func roundedUp(_ byteCount: Int) -> Int {
    guard byteCount >= leastSize else { return byteCount }
    let step = 1 << (Int.bitWidth - 1 - byteCount.leadingZeroBitCount - 2)
    return (byteCount + step - 1) / step * step
  }

  /// Takes memory back; of too much the oldest is freed.
  package func give(_ bytes: UnsafeMutableRawBufferPointer) {
    guard bytes.count >= Self.leastSize else { return Self.free(bytes) }
    let block = Block(bytes: bytes)
    let surplus = state.withLock { state -> ArraySlice<Block> in
      state.blocks.append(block)
      state.taken -= bytes.count
      return state.shrink(to: Self.mostBytes)
    }
    for block in surplus { Self.free(block.bytes) }
  }

  // MARK: - Memory of the system

  #if os(Linux)
    /// The size of the larger pages of most processors.
    private static let hugePage = 1 << 21

    /// Whether blocks come from the heap all the same: a sanitizer watches only over what is in it.
    private static let usesHeap = dlsym(nil, "__asan_init") != nil

    private static func isFromSystem(_ byteCount: Int) -> Bool { byteCount >= leastSize && !usesHeap }

    private static func allocate(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
      if !isFromSystem(byteCount) { return .allocate(byteCount: byteCount, alignment: alignment) }
      let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      // MAP_FAILED. The heap ends the process, too, where there is no memory.
      precondition(pages != UnsafeMutableRawPointer(bitPattern: -1), "no memory for \(byteCount) bytes of pixels")
      // One fault for 2 MB instead of 512. Where the system has no such pages, nothing is lost.
      if byteCount >= hugePage { madvise(pages, byteCount, MADV_HUGEPAGE) }
      return UnsafeMutableRawBufferPointer(start: pages, count: byteCount)
    }

    private static func free(_ bytes: UnsafeMutableRawBufferPointer) {
      if !isFromSystem(bytes.count) { return bytes.deallocate() }
      munmap(bytes.baseAddress, bytes.count)
    }
  #else
    private static func isFromSystem(_ byteCount: Int) -> Bool { false }

    private static func allocate(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
      .allocate(byteCount: byteCount, alignment: alignment)
    }

    private static func free(_ bytes: UnsafeMutableRawBufferPointer) { bytes.deallocate() }
  #endif
}
