/// The rows of a PNG image, each preceded by the number of its filter.
enum PNGRows {
  /// Returns rows unfiltered.
  static func plain(_ bytes: [UInt8], bytesPerRow: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / max(1, bytesPerRow))
    for start in stride(from: 0, to: bytes.count, by: bytesPerRow) {
      result.append(0)
      result += bytes[start..<start + bytesPerRow]
    }
    return result
  }

  /// Returns rows, each with the filter that gives the smallest sum of its bytes' absolute values, taken as signed.
  ///
  /// See the Portable Network Graphics Specification, section 12.7.
  static func filtered(_ bytes: [UInt8], bytesPerRow: Int, bytesPerPixel: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / max(1, bytesPerRow))
    var above = [UInt8](repeating: 0, count: bytesPerRow)
    var lines = [[UInt8]](repeating: above, count: 5)
    for start in stride(from: 0, to: bytes.count, by: bytesPerRow) {
      let row = Array(bytes[start..<start + bytesPerRow])
      var sums = [Int](repeating: 0, count: 5)
      for index in 0..<bytesPerRow {
        let up = above[index]
        let left = index >= bytesPerPixel ? row[index - bytesPerPixel] : 0
        let corner = index >= bytesPerPixel ? above[index - bytesPerPixel] : 0
        let predictions = (0 as UInt8, left, up, UInt8((Int(left) + Int(up)) / 2), paeth(left, up, corner))
        store(row[index] &- predictions.0, 0, index, &lines, &sums)
        store(row[index] &- predictions.1, 1, index, &lines, &sums)
        store(row[index] &- predictions.2, 2, index, &lines, &sums)
        store(row[index] &- predictions.3, 3, index, &lines, &sums)
        store(row[index] &- predictions.4, 4, index, &lines, &sums)
      }
      let best = sums.indices.min { sums[$0] < sums[$1] } ?? 0
      result.append(UInt8(best))
      result += lines[best]
      above = row
    }
    return result
  }

  @inline(__always)
  private static func store(
    _ value: UInt8, _ filter: Int, _ index: Int, _ lines: inout [[UInt8]], _ sums: inout [Int]
  ) {
    lines[filter][index] = value
    sums[filter] += abs(Int(Int8(bitPattern: value)))
  }

  private static func paeth(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let estimate = Int(left) + Int(up) - Int(corner)
    let (a, b, c) = (abs(estimate - Int(left)), abs(estimate - Int(up)), abs(estimate - Int(corner)))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }
}
