import ReelGeometry

/// The tiles by whose mean luma the frames of two films are recognized.
struct PrintGrid: Hashable, Sendable {
  let columns: Int
  let rows: Int

  /// The number of tiles.
  var count: Int { columns * rows }

  /// The grid of the smallest of some pictures: at most 64×36 tiles of at least 8×8 pixels.
  init(fitting sizes: [PixelSize]) {
    let (width, height) = (sizes.map(\.width).min() ?? 0, sizes.map(\.height).min() ?? 0)
    self.init(columns: max(4, min(64, width / 8)), rows: max(4, min(36, height / 8)))
  }

  init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The grid with half as many columns and rows.
  var halved: PrintGrid { PrintGrid(columns: max(1, columns / 2), rows: max(1, rows / 2)) }
}

/// The part of a picture in some columns and rows.
struct PictureArea: Hashable, Sendable {
  var x: Range<Int>
  var y: Range<Int>

  init(x: Range<Int>, y: Range<Int>) { (self.x, self.y) = (x, y) }

  /// The whole of a picture.
  init(_ size: PixelSize) { self.init(x: 0..<size.width, y: 0..<size.height) }
}

/// The fingerprints of a film's frames: the mean luma of each tile.
///
/// Tiles are merged when a film is so long that its fingerprints would take more than `most` bytes.
struct FilmPrint: Sendable {
  /// The maximum number of bytes.
  static let most = 128 << 20

  private(set) var grid: PrintGrid
  /// The means, frame by frame and row by row.
  private(set) var cells: [UInt8] = []
  /// The time of each frame in seconds.
  private(set) var times: [Double] = []

  init(grid: PrintGrid) { self.grid = grid }

  /// The number of frames.
  var count: Int { times.count }

  /// Adds the next frame.
  ///
  /// - Parameters:
  ///   - plane: The picture.
  ///   - area: The part of the picture that is divided into tiles.
  ///   - time: The presentation time in seconds.
  mutating func append(_ plane: LumaPlane, area: PictureArea, time: Double) {
    if cells.count + grid.count > Self.most, grid.count > 64 { self = reduced(to: grid.halved) }
    // Times that go back would break every search in them.
    times.append(max(time, times.last ?? time))
    plane.bytes.withUnsafeBytes { Self.add(means: $0, width: plane.size.width, area, grid, to: &cells) }
  }

  /// The sum of the squared differences between a frame's means and those of a frame of another film.
  ///
  /// - Precondition: Both films have the same grid.
  func squares(_ frame: Int, _ other: FilmPrint, _ otherFrame: Int) -> Int {
    cells.withUnsafeBytes { a in
      other.cells.withUnsafeBytes { b in
        let own = UnsafeRawBufferPointer(rebasing: a[frame * grid.count..<(frame + 1) * grid.count])
        let others = UnsafeRawBufferPointer(rebasing: b[otherFrame * grid.count..<(otherFrame + 1) * grid.count])
        return SquaredErrors.sum(own, others, from: 0, count: grid.count)
      }
    }
  }

  /// Returns the fingerprints in a coarser grid.
  func reduced(to grid: PrintGrid) -> FilmPrint {
    guard grid != self.grid else { return self }
    var result = FilmPrint(grid: grid)
    result.times = times
    result.cells.reserveCapacity(count * grid.count)
    let area = PictureArea(x: 0..<self.grid.columns, y: 0..<self.grid.rows)
    cells.withUnsafeBytes { cells in
      for frame in 0..<count {
        let start = frame * self.grid.count
        Self.add(
          means: UnsafeRawBufferPointer(rebasing: cells[start..<start + self.grid.count]), width: self.grid.columns,
          area, grid, to: &result.cells)
      }
    }
    return result
  }

  /// The variance of a frame's tiles.
  func contrast(_ frame: Int) -> Double {
    let range = frame * grid.count..<(frame + 1) * grid.count
    var (sum, squares) = (0, 0)
    for cell in cells[range] {
      sum += Int(cell)
      squares += Int(cell) * Int(cell)
    }
    let count = Double(grid.count)
    return Double(squares) / count - Double(sum) / count * Double(sum) / count
  }

  /// Replaces each mean by its entry in a table of 256.
  mutating func map(_ table: [UInt8]) {
    cells.withUnsafeMutableBufferPointer { cells in
      for index in cells.indices { cells[index] = table[Int(cells[index])] }
    }
  }

  /// The units in which pixels at the edge of a tile are counted.
  private static let unit = 16

  /// The pixels of a part of a line, with the share of the first and the last one.
  private static func part(_ index: Int, of count: Int, in range: Range<Int>) -> (Range<Int>, first: Int, last: Int) {
    let low = index * range.count * unit / count
    let high = max(low + 1, (index + 1) * range.count * unit / count)
    let (first, last) = (low / unit, (high - 1) / unit)
    let pixels = range.lowerBound + first..<range.lowerBound + last + 1
    guard first < last else { return (pixels, high - low, high - low) }
    return (pixels, (first + 1) * unit - low, high - last * unit)
  }

  /// Appends the means of the tiles of an area.
  private static func add(
    means bytes: UnsafeRawBufferPointer, width: Int, _ area: PictureArea, _ grid: PrintGrid, to cells: inout [UInt8]
  ) {
    let columns = (0..<grid.columns).map { part($0, of: grid.columns, in: 0..<area.x.count) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: area.x.count) { sums in
      guard let sums = sums.baseAddress else { return }
      for row in 0..<grid.rows {
        let (lines, first, last) = part(row, of: grid.rows, in: area.y)
        sums.initialize(repeating: 0, count: area.x.count)
        var weight = 0
        for line in lines {
          let share = line == lines.lowerBound ? first : line == lines.upperBound - 1 ? last : unit
          add(bytes, from: line * width + area.x.lowerBound, count: area.x.count, UInt32(share), to: sums)
          weight += share
        }
        for (pixels, first, last) in columns {
          var (sum, share) = (0, 0)
          for x in pixels {
            let part = x == pixels.lowerBound ? first : x == pixels.upperBound - 1 ? last : unit
            sum += part * Int(sums[x])
            share += part
          }
          cells.append(UInt8(clamping: (2 * sum + share * weight) / (2 * share * weight)))
        }
      }
    }
  }

  private static func add(
    _ bytes: UnsafeRawBufferPointer, from start: Int, count: Int, _ share: UInt32, to sums: UnsafeMutablePointer<UInt32>
  ) {
    let target = UnsafeMutableRawPointer(sums)
    var x = 0
    while x + 16 <= count {
      let line = SIMD16<UInt32>(
        truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: start + x, as: SIMD16<UInt8>.self))
      let sum = target.loadUnaligned(fromByteOffset: 4 * x, as: SIMD16<UInt32>.self) &+ line &* share
      target.storeBytes(of: sum, toByteOffset: 4 * x, as: SIMD16<UInt32>.self)
      x += 16
    }
    while x < count {
      sums[x] &+= UInt32(bytes[start + x]) &* share
      x += 1
    }
  }
}
