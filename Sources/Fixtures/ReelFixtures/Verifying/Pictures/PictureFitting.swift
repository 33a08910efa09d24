import Dispatch
import ReelGeometry

/// Converts frames to pictures of another size, cropped and turned.
///
/// The weights of source pixels are computed once for all frames.
///
/// Large pictures are converted in two parallel bands, which does not affect the result.
struct PictureFitting {
  /// The rows processed at once.
  private typealias Rows = SIMD8<Float>

  /// The size of the frames, turned like the pictures.
  let source: PixelSize
  private let size: PixelSize
  private let isTurned: Bool
  private let isSame: Bool
  private let across: Taps
  private let down: Taps
  private static let parallelArea = 1 << 18

  /// Prepares to fit pictures.
  ///
  /// - Parameters:
  ///   - transform: From the frames to the pictures. It scales, moves, and turns by quarters, mirrored or not.
  ///   - original: The size of the frames.
  ///   - size: The size of the pictures. Outside a frame its edge is repeated.
  init(_ transform: AffineTransform, from original: PixelSize, to size: PixelSize) {
    self.size = size
    isSame = transform == .identity && size == original
    // A quarter turn exchanges columns and rows. What remains is a scale and a shift along each axis.
    isTurned = abs(transform.a) < abs(transform.b)
    source = isTurned ? PixelSize(width: original.height, height: original.width) : original
    across = Taps(
      count: isSame ? 0 : size.width, scale: isTurned ? transform.c : transform.a, shift: transform.tx,
      limit: source.width)
    down = Taps(
      count: isSame ? 0 : size.height, scale: isTurned ? transform.b : transform.d, shift: transform.ty,
      limit: source.height)
  }

  /// Fits a picture of the original size.
  func fit(_ plane: LumaPlane) -> LumaPlane {
    if isSame { return plane }
    let plane = isTurned ? plane.transposed : plane
    let (width, height) = (size.width, source.height)
    let narrow = [Float](unsafeUninitializedCapacity: width * height) { target, count in
      plane.bytes.withUnsafeBufferPointer { bytes in
        // Each band writes only its own rows.
        nonisolated(unsafe) let (bytes, target) = (bytes, target)
        inBands(height) { shrink(bytes, into: target, rows: $0) }
      }
      count = width * height
    }
    let bytes = [UInt8](unsafeUninitializedCapacity: size.area) { target, count in
      narrow.withUnsafeBufferPointer { narrow in
        nonisolated(unsafe) let (narrow, target) = (narrow, target)
        inBands(size.height) { add(narrow, into: target, rows: $0) }
      }
      count = size.area
    }
    return LumaPlane(size: size, bytes: bytes)
  }

  private func inBands(_ count: Int, _ work: @Sendable (Range<Int>) -> Void) {
    guard size.area >= Self.parallelArea else { return work(0..<count) }
    DispatchQueue.concurrentPerform(iterations: 2) { work($0 == 0 ? 0..<count / 2 : count / 2..<count) }
  }

  /// Scales rows to their final width.
  private func shrink(
    _ bytes: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<Float>, rows: Range<Int>
  ) {
    let (from, to, count) = (source.width, size.width, Rows.scalarCount)
    withUnsafeTemporaryAllocation(of: Rows.self, capacity: from) { block in
      for first in stride(from: rows.lowerBound, to: rows.upperBound, by: count) {
        // If fewer rows are left, the last one is repeated.
        let starts = (0..<count).map { min(first + $0, rows.upperBound - 1) * from }
        for x in 0..<from {
          var column = Rows()
          for row in 0..<count { column[row] = Float(bytes[starts[row] + x]) }
          block[x] = column
        }
        for x in 0..<to {
          let column = across.sum(x) { block[$0] }
          for row in 0..<min(count, rows.upperBound - first) { target[(first + row) * to + x] = column[row] }
        }
      }
    }
  }

  /// Combines rows with the ones above and below.
  private func add(
    _ narrow: UnsafeBufferPointer<Float>, into target: UnsafeMutableBufferPointer<UInt8>, rows: Range<Int>
  ) {
    guard let base = narrow.baseAddress.map(UnsafeRawPointer.init) else { return }
    let (width, count) = (size.width, Rows.scalarCount)
    func round(_ value: Float) -> UInt8 {
      // Rounds halves up, which a 24-bit sum could miss by one bit.
      UInt8(Int32(clamping: Double(max(0, min(255, value))) + 0.5))
    }
    for y in rows {
      var x = 0
      while x + count <= width {
        let sum = down.sum(y) {
          base.loadUnaligned(fromByteOffset: ($0 * width + x) * MemoryLayout<Float>.size, as: Rows.self)
        }
        for column in 0..<count { target[y * width + x + column] = round(sum[column]) }
        x += count
      }
      while x < width {
        target[y * width + x] = round(down.sum(y) { Rows(repeating: narrow[$0 * width + x]) }[0])
        x += 1
      }
    }
  }

  /// The source pixels of each pixel in a line, with their weights.
  private struct Taps {
    /// The start of each pixel's sources, followed by the total count.
    private var starts = [0]
    /// Columns of the source line, clamped at the edges.
    private var columns: [Int] = []
    private var weights: [Float] = []

    /// Computes the sources of each pixel in a line that shows `limit` pixels scaled and shifted.
    init(count: Int, scale: Double, shift: Double, limit: Int) {
      let width = max(1, 1 / abs(scale))
      for index in 0..<count {
        let middle = (Double(index) + 0.5 - shift) / scale - 0.5
        let range =
          Int(clamping: (middle - 2 * width).rounded(.up))...Int(clamping: (middle + 2 * width).rounded(.down))
        let taps = range.map { ($0, Self.cubic((Double($0) - middle) / width)) }.filter { abs($0.1) > 1e-9 }
        let sum = taps.reduce(0) { $0 + $1.1 }
        columns += taps.map { max(0, min(limit - 1, $0.0)) }
        weights += taps.count == 1 ? [1] : taps.map { Float($0.1 / (sum == 0 ? 1 : sum)) }
        starts.append(columns.count)
      }
    }

    @inline(__always)
    func sum(_ index: Int, _ value: (Int) -> Rows) -> Rows {
      var sum = Rows()
      for tap in starts[index]..<starts[index + 1] { sum += weights[tap] * value(columns[tap]) }
      return sum
    }

    /// The cubic of Mitchell and Netravali ("Reconstruction filters in computer graphics", 1988) with B = 0 and C =
    /// 0.6, as in swscale.
    private static func cubic(_ distance: Double) -> Double {
      let x = abs(distance)
      return switch x {
      case ..<1: (1.4 * x - 2.4) * x * x + 1
      case ..<2: ((-0.6 * x + 3) * x - 4.8) * x + 2.4
      default: 0
      }
    }
  }
}
