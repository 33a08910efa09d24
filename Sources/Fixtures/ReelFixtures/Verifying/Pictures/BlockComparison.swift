import Dispatch

/// Compares two pictures in blocks of 4×4 pixels, whose sums give PSNR, SSIM and the errors of tiles in one pass.
///
/// Large pictures are compared in two parallel bands, which does not affect the result.
struct BlockComparison {
  /// The side of a tile in pixels.
  static let tile = 32
  /// The number of pixels from which a second thread pays off.
  private static let parallelArea = 1 << 19

  /// The sum of the squared differences of all pixels.
  private(set) var squaredError = 0
  /// The mean structural similarity; nil for pictures below 8×8.
  private(set) var ssim: Double?
  /// The sums of the squared differences in each complete tile, row by row.
  private(set) var tiles: [Int]
  /// The number of complete tiles in a row.
  let tileColumns: Int
  /// The largest difference between the mean levels of 8×8 pixels, and where they are.
  private(set) var offset = (amount: 0.0, x: 0, y: 0)

  /// Compares two planes of one size.
  init(_ a: LumaPlane, _ b: LumaPlane) {
    let (width, height) = (a.size.width, a.size.height)
    let (columns, rows) = (width / 4, height / 4)
    tileColumns = width / Self.tile
    tiles = [Int](repeating: 0, count: tileColumns * (height / Self.tile))
    var errors = [Int](repeating: 0, count: rows)
    var similarities = [WindowRow](repeating: WindowRow(), count: rows)
    let tileColumns = tileColumns
    a.bytes.withUnsafeBytes { a in
      b.bytes.withUnsafeBytes { b in
        errors.withUnsafeMutableBufferPointer { errors in
          similarities.withUnsafeMutableBufferPointer { similarities in
            tiles.withUnsafeMutableBufferPointer { tiles in
              // Each band writes only its own rows, and its own tiles because it begins at a tile boundary.
              nonisolated(unsafe) let work = BandWork(
                a: a, b: b, width: width, columns: columns, tileColumns: tileColumns, errors: errors,
                similarities: similarities, tiles: tiles)
              guard width * height >= Self.parallelArea else { return work.run(0..<rows) }
              let middle = rows / 16 * 8
              DispatchQueue.concurrentPerform(iterations: 2) { work.run($0 == 0 ? 0..<middle : middle..<rows) }
            }
          }
        }
        squaredError = errors.reduce(0, +)
        // The rest at the right and at the bottom.
        for line in 0..<rows * 4 where columns * 4 < width {
          squaredError += SquaredErrors.sum(a, b, from: line * width + columns * 4, count: width - columns * 4)
        }
        squaredError += SquaredErrors.sum(a, b, from: rows * 4 * width, count: (height - rows * 4) * width)
      }
    }
    if columns > 1, rows > 1 {
      ssim = similarities.reduce(0) { $0 + $1.similarity } / Double((columns - 1) * (rows - 1))
    }
    for (row, windows) in similarities.enumerated() where Double(windows.offset) / 64 > offset.amount {
      offset = (Double(windows.offset) / 64, (windows.column - 1) * 4, (row - 1) * 4)
    }
  }
}

/// The 8×8 windows formed by two rows of blocks.
private struct WindowRow {
  /// The sum of their similarities.
  var similarity = 0.0
  /// The largest difference between the sums of their pixels, and the column of the window's right blocks.
  var offset: Int32 = 0
  var column = 0
}

/// The comparison of some rows of blocks.
private struct BandWork {
  let a: UnsafeRawBufferPointer
  let b: UnsafeRawBufferPointer
  let width: Int
  let columns: Int
  let tileColumns: Int
  let errors: UnsafeMutableBufferPointer<Int>
  let similarities: UnsafeMutableBufferPointer<WindowRow>
  let tiles: UnsafeMutableBufferPointer<Int>

  /// The sums of a row of blocks: the first picture, the second picture, all squares, and the products.
  private typealias Sums = UnsafeMutablePointer<Int32>

  func run(_ rows: Range<Int>) {
    guard columns > 0, !rows.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 8 * columns) { memory in
      guard var above = memory.baseAddress else { return }
      var sums = above + 4 * columns
      // A window extends into the row above.
      for row in max(0, rows.lowerBound - 1)..<rows.upperBound {
        swap(&above, &sums)
        fill(sums, from: row * 4 * width)
        guard row >= rows.lowerBound else { continue }
        addErrors(sums, row)
        if row > 0 { similarities[row] = windows(above, sums) }
      }
    }
  }

  /// Adds up the pixels of a row of blocks, four blocks at a time.
  private func fill(_ sums: Sums, from start: Int) {
    guard let a = a.baseAddress, let b = b.baseAddress else { return }
    let (low, high) = (SIMD8<UInt16>(repeating: 255), SIMD4<UInt32>(repeating: 65_535))
    @inline(__always)
    func pairs(_ vector: SIMD8<UInt16>) -> SIMD4<UInt32> {
      let words = unsafeBitCast(vector, to: SIMD4<UInt32>.self)
      return (words & high) &+ (words &>> 16)
    }
    var column = 0
    while column + 4 <= columns {
      var (x, y) = (SIMD8<UInt16>(), SIMD8<UInt16>())
      var (both, product) = (SIMD4<UInt32>(), SIMD4<UInt32>())
      for line in 0..<4 {
        let offset = start &+ line &* width &+ column &* 4
        // A mask and a shift separate the two bytes in a lane. Their order does not matter for sums.
        let u = a.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt16>.self)
        let v = b.loadUnaligned(fromByteOffset: offset, as: SIMD8<UInt16>.self)
        let (u0, u1, v0, v1) = (u & low, u &>> 8, v & low, v &>> 8)
        x &+= u0 &+ u1
        y &+= v0 &+ v1
        // 255² fits in 16 bits; twice that does not.
        both &+= pairs(u0 &* u0) &+ pairs(u1 &* u1) &+ pairs(v0 &* v0) &+ pairs(v1 &* v1)
        product &+= pairs(u0 &* v0) &+ pairs(u1 &* v1)
      }
      let target = UnsafeMutableRawPointer(sums + column)
      let plane = columns &* MemoryLayout<Int32>.size
      target.storeBytes(of: pairs(x), as: SIMD4<UInt32>.self)
      target.storeBytes(of: pairs(y), toByteOffset: plane, as: SIMD4<UInt32>.self)
      target.storeBytes(of: both, toByteOffset: 2 &* plane, as: SIMD4<UInt32>.self)
      target.storeBytes(of: product, toByteOffset: 3 &* plane, as: SIMD4<UInt32>.self)
      column += 4
    }
    for column in column..<columns { fill(sums, column, from: start) }
  }

  /// Adds up the pixels of one block.
  private func fill(_ sums: Sums, _ column: Int, from start: Int) {
    var (x, y, both, product) = (Int32(0), Int32(0), Int32(0), Int32(0))
    for line in 0..<4 {
      for index in start + line * width + column * 4..<start + line * width + column * 4 + 4 {
        let (u, v) = (Int32(a[index]), Int32(b[index]))
        x += u
        y += v
        both += u * u + v * v
        product += u * v
      }
    }
    (sums[column], sums[columns + column]) = (x, y)
    (sums[2 * columns + column], sums[3 * columns + column]) = (both, product)
  }

  private func addErrors(_ sums: Sums, _ row: Int) {
    let (squares, products) = (UnsafeRawPointer(sums + 2 * columns), UnsafeRawPointer(sums + 3 * columns))
    // A tile is eight blocks wide.
    typealias Blocks = SIMD8<Int32>
    let tileRow = row / Blocks.scalarCount * tileColumns
    let isTiled = tileRow + tileColumns <= tiles.count
    var total = 0
    for tile in 0..<tileColumns {
      let offset = tile &* MemoryLayout<Blocks>.size
      let (square, product) = (
        squares.loadUnaligned(fromByteOffset: offset, as: Blocks.self),
        products.loadUnaligned(fromByteOffset: offset, as: Blocks.self)
      )
      let error = Int((square &- product &- product).wrappedSum())
      total += error
      if isTiled { tiles[tileRow + tile] += error }
    }
    for column in tileColumns * Blocks.scalarCount..<columns {
      total += Int(sums[2 * columns + column] - 2 * sums[3 * columns + column])
    }
    errors[row] = total
  }

  /// Compares the 8×8 windows formed by two rows of blocks.
  private func windows(_ above: Sums, _ sums: Sums) -> WindowRow {
    var result = WindowRow()
    var total = 0.0
    for column in 1..<max(1, columns) {
      @inline(__always)
      func window(_ plane: Int) -> Int32 {
        let index = plane * columns + column
        return above[index - 1] &+ above[index] &+ sums[index - 1] &+ sums[index]
      }
      let (x, y, squares, products) = (window(0), window(1), window(2), window(3))
      let offset = abs(x &- y)
      if offset > result.offset { (result.offset, result.column) = (offset, column) }
      // (0.01·255)² and (0.03·255)², in the units of the terms they are added to. Variances are sample variances times
      // 64².
      let (c1, c2) = (416.0, 235_963.0)
      let (means, product) = (x &* x &+ y &* y, x &* y)
      let variances = Double(squares &* 64 &- means)
      let covariance = Double(products &* 64 &- product)
      total += (2 * Double(product) + c1) * (2 * covariance + c2) / ((Double(means) + c1) * (variances + c2))
    }
    result.similarity = total
    return result
  }
}
