/// A run of roughly equally spaced changes between dark and light in a line or column of pixels.
struct LevelRow {
  /// The index of the line or column.
  var line: Int
  var isTurned: Bool
  /// Whether the run begins and ends in light.
  var isNegative: Bool
  /// The indices of the pixels after each level change; the number of pixels if the run ends at the picture's edge.
  var changes: [Int]
}

/// The lines and columns of a picture, searched for runs of equal changes.
///
/// A search repeats this for every level between black and white. Therefore pixels are compared eight at a time in one
/// word, and a run and its negative are found in one pass.
struct LevelLines {
  /// The required shape of a run.
  struct Shape {
    /// The number of changes.
    let changes: Int
    /// The minimum distance between the first and last pixels, which the exact distance may exceed by one.
    let minSpan: Int

    /// The alternating side of a grid with cells of at least a given size.
    init(_ grid: FrameMarkGrid, minCell: Double) {
      changes = grid.columns
      minSpan = Int(clamping: (minCell * Double(grid.columns - 1) - 1).rounded(.up))
    }
  }

  private let plane: GrayPlane
  private let shapes: [Shape]
  /// Every second column as a line, beginning with the second.
  ///
  /// Made when the lines contain no mark.
  private var columns: [UInt8] = []
  private var changes: [Int]

  /// Creates the lines of a picture for runs of some shapes.
  ///
  /// If two end at the same place, the earlier shape comes first.
  init(_ plane: GrayPlane, shapes: [Shape]) {
    (self.plane, self.shapes) = (plane, shapes)
    changes = Array(repeating: 0, count: max(plane.width, plane.height) + 2)
  }

  /// Visits every second line, then every second column, until a run matches.
  ///
  /// - Parameters:
  ///   - threshold: The maximum level of dark pixels, below 255.
  ///   - body: Called for every run, from the first line to the last; returns true to stop.
  /// - Returns: Whether `body` returned true.
  mutating func contains(threshold: UInt8, where body: (LevelRow) -> Bool) -> Bool {
    for line in stride(from: 1, to: plane.height, by: 2) {
      let row = UnsafeBufferPointer(start: plane.base + line * plane.stride, count: plane.width)
      if contains(row, threshold, line: line, isTurned: false, where: body) { return true }
    }
    if columns.isEmpty { columns = plane.everySecondColumn }
    let columns = columns
    return columns.withUnsafeBufferPointer { all in
      for column in 0..<plane.width / 2 {
        let row = UnsafeBufferPointer(rebasing: all[column * plane.height..<(column + 1) * plane.height])
        if contains(row, threshold, line: 2 * column + 1, isTurned: true, where: body) { return true }
      }
      return false
    }
  }

  private mutating func contains(
    _ row: UnsafeBufferPointer<UInt8>, _ threshold: UInt8, line: Int, isTurned: Bool, where body: (LevelRow) -> Bool
  ) -> Bool {
    let shapes = shapes
    return changes.withUnsafeMutableBufferPointer { changes in
      let count = Self.find(row, threshold, into: changes)
      let isDark = row[0] <= threshold
      for end in 0..<count {
        for shape in shapes where end + 1 >= shape.changes {
          let start = end + 1 - shape.changes
          guard changes[end] - changes[start] >= shape.minSpan, Self.isEven(changes, start, end) else { continue }
          let found = LevelRow(
            line: line, isTurned: isTurned, isNegative: end.isMultiple(of: 2) == isDark,
            changes: Array(changes[start...end]))
          if body(found) { return true }
        }
      }
      return false
    }
  }

  /// Whether changes may be equally spaced, each at most half a pixel from its expected position.
  private static func isEven(_ changes: UnsafeMutableBufferPointer<Int>, _ start: Int, _ end: Int) -> Bool {
    let (cells, span) = (end - start, changes[end] - changes[start])
    // A tolerance of 0.3 cells and 0.6 pixels, as in the exact test.
    let (low, high) = (7 * (span - 1) - 16 * cells, 13 * (span + 1) + 16 * cells)
    for index in start..<end {
      let way = 10 * cells * (changes[index + 1] - changes[index])
      if way < low || way > high { return false }
    }
    return true
  }

  /// Finds the pixels before which the level crosses the threshold.
  ///
  /// The first pixel and the end are always included.
  private static func find(
    _ row: UnsafeBufferPointer<UInt8>, _ threshold: UInt8, into changes: UnsafeMutableBufferPointer<Int>
  ) -> Int {
    changes[0] = 0
    var count = 1
    var before: UInt64 = row[0] > threshold ? 1 : 0
    let comparison = Comparison(threshold)
    for start in stride(from: 0, to: row.count, by: 64) {
      let length = min(64, row.count - start)
      let light = comparison.light(
        UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(row)[start..<start + length]))
      var changed = light ^ (light << 1 | before)
      before = light >> 63
      if length < 64 { changed &= 1 << UInt64(length) - 1 }
      while changed != 0 {
        changes[count] = start + changed.trailingZeroBitCount
        count += 1
        changed &= changed - 1
      }
    }
    changes[count] = row.count
    return count + 1
  }

  /// Compares eight bytes at a time with a level.
  private struct Comparison {
    private static let high: UInt64 = 0x8080_8080_8080_8080
    /// Added to a byte, this carries into its highest bit if its other bits are at least those of the lowest light
    /// level.
    private let addend: UInt64
    private let isHigh: Bool

    init(_ threshold: UInt8) {
      let light = UInt64(threshold) + 1
      addend = 0x0101_0101_0101_0101 * (128 - light & 127)
      isHigh = light >= 128
    }

    /// The bytes above the threshold, up to 64, with the first byte in the lowest bit.
    func light(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
      var result: UInt64 = 0
      for start in stride(from: 0, to: bytes.count - 7, by: 8) {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        result |= light(word) << UInt64(start)
      }
      for index in bytes.count & ~7..<bytes.count { result |= (light(UInt64(bytes[index])) & 1) << UInt64(index) }
      return result
    }

    private func light(_ word: UInt64) -> UInt64 {
      let sum = (word & ~Self.high) &+ addend
      let light = (isHigh ? word & sum : word | sum) & Self.high
      // Gathers the highest bits of the bytes.
      return ((light >> 7) &* 0x0102_0408_1020_4080) >> 56
    }
  }
}

extension GrayPlane {
  /// The columns 1, 3, 5 and so on, one after another.
  fileprivate var everySecondColumn: [UInt8] {
    Array(unsafeUninitializedCapacity: width / 2 * height) { bytes, count in
      // In bands of lines, which stay in the cache.
      for top in Swift.stride(from: 0, to: height, by: 64) {
        for column in 0..<width / 2 {
          for line in top..<min(height, top + 64) {
            bytes[column * height + line] = base[line * self.stride + 2 * column + 1]
          }
        }
      }
      count = width / 2 * height
    }
  }
}
