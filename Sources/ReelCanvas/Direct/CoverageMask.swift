/// A shape, as the part of each pixel that it covers.
///
/// What a pixel gets must not depend on which rectangle is asked for, to the last bit: a picture drawn in parts is the
/// picture drawn at once.
protocol CoverageMask: ~Copyable {
  /// The pixels that may be covered.
  var bounds: PixelRect { get }

  /// Hands on four pixels at a time, from a column that 4 divides on, those at least that are covered.
  ///
  /// - Parameters:
  ///   - rect: The pixels that are asked for, within `bounds`; others are handed on as not covered.
  ///   - body: Takes row, column of the first of four pixels, and coverage.
  func forEachCovered(in rect: PixelRect, _ body: (_ row: Int, _ column: Int, Coverage) -> Void)
}

/// Memory from the pool for a number in each pixel of a rectangle, whose rows begin where 4 divides the column.
///
/// Behind each row there is room for the rest of a vector that begins on its last pixel.
struct PixelGrid<Number>: ~Copyable {
  let bounds: PixelRect
  /// The column of a row's first number.
  let left: Int
  /// The numbers in a row.
  let stride: Int
  let numbers: UnsafeMutablePointer<Number>
  private let memory: UnsafeMutableRawBufferPointer

  /// Takes memory for at least a pixel and sets every byte of it.
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

  /// Where column 0 of a row would be.
  @inline(__always)
  func line(_ row: Int) -> UnsafeMutablePointer<Number> { numbers + ((row &- bounds.top) &* stride &- left) }
}

/// The columns of each row in which something was noted.
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

  /// From the first column to behind the last one; empty where the first is not below the second.
  @inline(__always)
  subscript(row: Int) -> (from: Int, to: Int) {
    let end = ends[row &- top]
    return (Int(end.x), Int(end.y))
  }
}
