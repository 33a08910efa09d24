/// The part of a frame that changed: a set of tiles of 16×16 pixels.
///
/// Tiles are H.264 macroblocks, so "unchanged" means the same to drawing and to encoding.
public struct Region: Hashable, Sendable {
  /// The side of a tile, in pixels.
  public static let tileSide = 16

  /// The size of the frame.
  public let frame: PixelSize
  /// The number of tiles in a row; the last one may lie partly outside the frame.
  public let columns: Int
  /// The number of rows of tiles.
  public let rows: Int

  private var words: [UInt64]

  /// Creates an empty region of a frame.
  ///
  /// - Precondition: the frame's sides are not negative.
  public init(of frame: PixelSize) {
    precondition(frame.width >= 0 && frame.height >= 0, "a frame of \(frame) has a negative side")
    self.frame = frame
    columns = (frame.width + Self.tileSide - 1) / Self.tileSide
    rows = (frame.height + Self.tileSide - 1) / Self.tileSide
    words = Array(repeating: 0, count: (columns * rows + 63) / 64)
  }

  /// Returns the region that covers a whole frame.
  public static func all(of frame: PixelSize) -> Region {
    var region = Region(of: frame)
    region.insert(frame.bounds)
    return region
  }

  /// Whether no tile is in the region.
  public var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of tiles in the region.
  public var tileCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// Whether every tile of the frame is in the region.
  public var isAll: Bool { tileCount == columns * rows }

  /// Returns whether a tile is in the region; tiles outside the frame never are.
  public func contains(column: Int, row: Int) -> Bool {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return false }
    let index = row * columns + column
    return words[index >> 6] >> UInt64(index & 63) & 1 == 1
  }

  /// Adds every tile that a rectangle touches, in pixels; parts outside the frame are ignored.
  public mutating func insert(_ rect: Rect) {
    guard let (columns, rows) = tiles(under: rect) else { return }
    for row in rows {
      for column in columns { insert(column: column, row: row) }
    }
  }

  /// Adds a tile; tiles outside the frame are ignored.
  public mutating func insert(column: Int, row: Int) {
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return }
    let index = row * columns + column
    words[index >> 6] |= 1 << UInt64(index & 63)
  }

  /// Returns whether a rectangle touches a tile of the region.
  public func intersects(_ rect: Rect) -> Bool {
    guard let (columns, rows) = tiles(under: rect) else { return false }
    return rows.contains { row in columns.contains { contains(column: $0, row: row) } }
  }

  /// The tiles that a rectangle touches, or nil if it touches none.
  private func tiles(under rect: Rect) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let visible = rect.intersection(frame.bounds)
    guard !visible.isEmpty else { return nil }
    let side = Double(Self.tileSide)
    let (left, top) = (Int(clamping: visible.minX / side), Int(clamping: visible.minY / side))
    // A sliver whose sides are equal in floating point still counts for its first tile.
    let right = max(left, min(columns - 1, Int(clamping: (visible.maxX / side).rounded(.up)) - 1))
    let bottom = max(top, min(rows - 1, Int(clamping: (visible.maxY / side).rounded(.up)) - 1))
    guard right < columns, bottom < rows else { return nil }
    return (left...right, top...bottom)
  }

  /// Adds the tiles of another region of the same frame.
  public mutating func formUnion(_ other: Region) {
    precondition(frame == other.frame, "regions of different frames: \(frame) and \(other.frame)")
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// Removes the tiles of another region of the same frame.
  public mutating func subtract(_ other: Region) {
    precondition(frame == other.frame, "regions of different frames: \(frame) and \(other.frame)")
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  /// Removes the tiles whose pixel square, not clipped to the frame, meets a condition.
  package mutating func removeTiles(where condition: (Rect) -> Bool) {
    let side = Double(Self.tileSide)
    for index in words.indices {
      var rest = words[index]
      while rest != 0 {
        let number = index << 6 + rest.trailingZeroBitCount
        let tile = Rect(
          x: Double(number % columns) * side, y: Double(number / columns) * side, width: side, height: side)
        if condition(tile) { words[index] &= ~(rest & (~rest &+ 1)) }
        rest &= rest &- 1
      }
    }
  }

  /// The tiles of the frame that are not in the region.
  public var inverted: Region {
    var result = self
    for index in words.indices { result.words[index] = ~words[index] }
    // The bits after the last tile are unused and stay 0.
    if let last = words.indices.last, columns * rows % 64 != 0 {
      result.words[last] &= 1 << UInt64(columns * rows % 64) - 1
    }
    return result
  }

  /// The runs of pixel rows that contain a tile of the region, from top to bottom, clipped to the frame.
  public var pixelRows: [Range<Int>] {
    var result: [Range<Int>] = []
    for row in 0..<rows where (0..<columns).contains(where: { contains(column: $0, row: row) }) {
      let range = row * Self.tileSide..<min(frame.height, (row + 1) * Self.tileSide)
      if let last = result.last, last.upperBound == range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }

  /// Rectangles of pixels that together cover exactly the region's tiles, clipped to the frame.
  ///
  /// There is one for each run of tiles in a row; equal runs in neighbouring rows are joined.
  public var rects: [Rect] {
    var finished: [Rect] = []
    var open: [Range<Int>: Rect] = [:]
    for row in 0..<rows {
      var next: [Range<Int>: Rect] = [:]
      let top = Double(row * Self.tileSide)
      let bottom = Double(min(frame.height, (row + 1) * Self.tileSide))
      for run in runs(inRow: row) {
        let left = Double(run.lowerBound * Self.tileSide)
        let right = Double(min(frame.width, run.upperBound * Self.tileSide))
        let above = open.removeValue(forKey: run)
        let start = above?.minY ?? top
        next[run] = Rect(x: left, y: start, width: right - left, height: bottom - start)
      }
      finished += open.sorted { $0.key.lowerBound < $1.key.lowerBound }.map(\.value)
      open = next
    }
    return finished + open.sorted { $0.key.lowerBound < $1.key.lowerBound }.map(\.value)
  }

  private func runs(inRow row: Int) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for column in 0..<columns where contains(column: column, row: row) {
      if let last = result.last, last.upperBound == column {
        result[result.count - 1] = last.lowerBound..<column + 1
      } else {
        result.append(column..<column + 1)
      }
    }
    return result
  }
}
