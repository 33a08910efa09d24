/// A shape given by the coverage of each pixel.
///
/// The coverage of a pixel must be bit-identical for every requested rectangle: a picture drawn in parts equals the picture drawn at
/// once.
protocol CoverageMask: ~Copyable {
  /// The pixels that may be covered.
  var bounds: PixelRect { get }

  /// Passes on at least the covered pixels, four at a time, starting at a column divisible by 4.
  ///
  /// - Parameters:
  ///   - rect: The requested pixels, within `bounds`; all others count as not covered.
  ///   - body: Receives the row, the column of the first of four pixels, and the coverage.
  func forEachCovered(in rect: PixelRect, _ body: (_ row: Int, _ column: Int, Coverage) -> Void)
}

/// Pooled memory for one number per pixel of a rectangle, with rows that begin at columns divisible by 4.
///
/// Each row has padding for the rest of a vector that begins on its last pixel.
struct PixelGrid<Number>: ~Copyable {
  let bounds: PixelRect
  /// The column of the first number in each row.
  let left: Int
  /// The number of numbers in a row.
  let stride: Int
  let numbers: UnsafeMutablePointer<Number>
  private let memory: UnsafeMutableRawBufferPointer

  /// Allocates memory for at least one pixel and sets every byte.
  init(_ bounds: PixelRect, everyByte byte: UInt8) {
    self.bounds = bounds
    left = bounds.left & ~3
    stride = ((bounds.right + 3) & ~3) - left + 4
    let count = stride * bounds.height
    let byteCount = count * MemoryLayout<Number>.stride
    memory = PixelPool.shared.take(byteCount)
    UnsafeMutableRawBufferPointer(rebasing: memory[..<byteCount]).initializeMemory(as: UInt8.self, repeating: byte)
    numbers = memory.baseAddress.unsafelyUnwrapped.bindMemory(to: Number.self, capacity: count)
  }

  deinit { PixelPool.shared.give(memory) }

  /// The address of column 0 of a row, which may lie outside.
  @inline(__always)
  func line(_ row: Int) -> UnsafeMutablePointer<Number> { numbers + ((row &- bounds.top) &* stride &- left) }
}

/// The range of columns written in each row.
struct RowExtents: ~Copyable {
  private let top: Int
  private let ends: UnsafeMutablePointer<SIMD2<Int32>>

  init(_ bounds: PixelRect) {
    top = bounds.top
    ends = .allocate(capacity: bounds.height)
    ends.initialize(repeating: SIMD2(Int32.max, Int32.min), count: bounds.height)
  }

  deinit { ends.deallocate() }

  @inline(__always)
  func note(_ row: Int, from: Int, to: Int) {
    let old = ends[row &- top]
    ends[row &- top] = SIMD2(
      min(old.x, Int32(truncatingIfNeeded: from)), max(old.y, Int32(truncatingIfNeeded: to)))
  }

  /// The first column and the column after the last; empty if the first is not below the second.
  @inline(__always)
  subscript(row: Int) -> (from: Int, to: Int) {
    let end = ends[row &- top]
    return (Int(end.x), Int(end.y))
  }
}
