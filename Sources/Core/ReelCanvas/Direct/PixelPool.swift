import CReelCairo
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pool that reuses the memory of bitmaps and masks.
///
/// The system clears every fresh page on its first use. In a film that gives each frame its own framebuffer, this takes a fifth of the
/// time. The pool keeps a few blocks and returns them uncleared.
///
/// On Linux, blocks are mapped pages. The heap would keep freed large blocks between small ones in use, and an hour of film would take
/// half as much memory again as a minute.
package final class PixelPool: Sendable {
  package static let shared = PixelPool()

  /// Unchecked Sendable: a block in the pool has no owner, and a taken block has exactly one.
  private struct Block: @unchecked Sendable {
    let bytes: UnsafeMutableRawBufferPointer
  }

  /// The number of blocks always kept: a framebuffer, a drawing's scratch memory, and a spare.
  private static let maxBlocks = 4
  /// The total size up to which further blocks are kept, because samples of frames come and go while others wait.
  ///
  /// Apart from the few that are always kept, pooled and taken blocks together never exceed the maximum that was in use at once. Blocks
  /// that no longer fit are freed as others arrive, so memory stays flat even if sizes change from frame to frame.
  private static let maxBytes = 1 << 25
  /// The minimum size of a pooled block; the heap supplies smaller ones just as quickly.
  private static let minSize = 64 * 1024
  private static let alignment = 64

  private struct State {
    /// The pooled blocks, oldest first.
    var blocks: [Block] = []
    /// The number of bytes in use, and its maximum so far.
    var taken = 0
    var maxTaken = 0

    /// Removes the smallest sufficient block, unless it is far too large.
    mutating func takeKept(_ byteCount: Int) -> Block? {
      let fitting = blocks.indices.filter { byteCount...2 * byteCount ~= blocks[$0].bytes.count }
      return fitting.min { blocks[$0].bytes.count < blocks[$1].bytes.count }.map { blocks.remove(at: $0) }
    }

    /// Removes the oldest blocks while there are more than a few and they exceed a number of bytes.
    mutating func shrink(to byteCount: Int) -> ArraySlice<Block> {
      var size = blocks.reduce(0) { $0 + $1.bytes.count }
      var count = 0
      while blocks.count - count > PixelPool.maxBlocks, size > byteCount {
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

  /// Returns uninitialized memory of at least a number of bytes, aligned to 64 bytes.
  package func take(_ byteCount: Int) -> UnsafeMutableRawBufferPointer { block(byteCount).bytes }

  /// Returns zeroed memory of at least a number of bytes, aligned to 64 bytes.
  func takeCleared(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
    let (bytes, isKept) = block(byteCount)
    // The system clears fresh pages.
    if isKept || !Self.isFromSystem(bytes.count) {
      UnsafeMutableRawBufferPointer(rebasing: bytes[..<byteCount]).initializeMemory(as: UInt8.self, repeating: 0)
    }
    return bytes
  }

  /// The sizes of the pooled blocks, oldest first.
  var keptSizes: [Int] { state.withLock { $0.blocks.map(\.bytes.count) } }

  private func block(_ byteCount: Int) -> (bytes: UnsafeMutableRawBufferPointer, isKept: Bool) {
    let size = Self.roundedUp(byteCount)
    guard size >= Self.minSize else { return (Self.allocate(size), false) }
    let (kept, surplus) = state.withLock { state -> (Block?, ArraySlice<Block>) in
      let kept = state.takeKept(byteCount)
      state.taken += kept?.bytes.count ?? size
      state.maxTaken = max(state.maxTaken, state.taken)
      return (kept, kept == nil ? state.shrink(to: state.maxTaken - state.taken) : [])
    }
    for block in surplus { Self.free(block.bytes) }
    return kept.map { ($0.bytes, true) } ?? (Self.allocate(size), false)
  }

  /// Rounds up the size of a new block by at most a quarter, so that a shape that grows from frame to frame can reuse the last mask's
  /// block.
  private static func roundedUp(_ byteCount: Int) -> Int {
    guard byteCount >= minSize else { return byteCount }
    let step = 1 << (Int.bitWidth - 1 - byteCount.leadingZeroBitCount - 2)
    return (byteCount + step - 1) / step * step
  }

  /// Returns memory to the pool, which frees its oldest blocks if there are too many.
  package func give(_ bytes: UnsafeMutableRawBufferPointer) {
    guard bytes.count >= Self.minSize else { return Self.free(bytes) }
    let block = Block(bytes: bytes)
    let surplus = state.withLock { state -> ArraySlice<Block> in
      state.blocks.append(block)
      state.taken -= bytes.count
      return state.shrink(to: Self.maxBytes)
    }
    for block in surplus { Self.free(block.bytes) }
  }

  // MARK: - Memory of the system

  #if os(Linux)
    /// The size of large pages on most processors.
    private static let hugePage = 1 << 21

    /// Whether blocks come from the heap nevertheless, because sanitizers watch only the heap.
    private static let usesHeap = reel_has_address_sanitizer() != 0

    private static func isFromSystem(_ byteCount: Int) -> Bool { byteCount >= minSize && !usesHeap }

    private static func allocate(_ byteCount: Int) -> UnsafeMutableRawBufferPointer {
      if !isFromSystem(byteCount) { return .allocate(byteCount: byteCount, alignment: alignment) }
      let pages = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      // MAP_FAILED. Running out of heap memory also ends the process.
      precondition(pages != UnsafeMutableRawPointer(bitPattern: -1), "no memory for \(byteCount) bytes of pixels")
      // One page fault per 2 MB instead of 512. Without huge pages, nothing is lost.
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
