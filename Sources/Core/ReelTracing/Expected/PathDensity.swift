import ReelGeometry

/// The density of paths, which determines how narrow a corridor must be to keep them legible.
package struct PathDensity {
  /// The mean number of adjacent lines: 1 if every line is alone.
  let neighbours: Double

  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  /// Measures the length of the paths in each cell of a grid, weighted by itself, so that empty cells do not count.
  ///
  /// - Parameters:
  ///   - paths: in the coordinates of the canvas.
  ///   - side: the side of the cells, above 0.
  init(_ paths: [Path], side: Double) {
    var lengths: [Cell: Double] = [:]
    for line in paths.flatMap({ $0.flattened(tolerance: side / 16) }) {
      for (start, end) in zip(line, line.dropFirst()) {
        let length = start.distance(to: end)
        guard length > 0, length < 1e6 * side else { continue }
        let count = max(1, Int(clamping: (4 * length / side).rounded(.up)))
        for index in 0..<count {
          let point = start.interpolated(to: end, fraction: (Double(index) + 0.5) / Double(count))
          guard abs(point.x) < 1e9 * side, abs(point.y) < 1e9 * side else { continue }
          let cell = Cell(
            column: Int(clamping: (point.x / side).rounded(.down)), row: Int(clamping: (point.y / side).rounded(.down)))
          lengths[cell, default: 0] += length / Double(count)
        }
      }
    }
    // Sorted, so that the sum is reproducible.
    let sum = lengths.values.sorted().reduce((length: 0.0, square: 0.0)) { ($0.length + $1, $0.square + $1 * $1) }
    neighbours = sum.length > 0 ? max(1, sum.square / sum.length / side) : 1
  }

  /// The number of neighbours at which paths count as hatching, which no corridor keeps legible.
  private static let hatching = 6.0

  /// Returns the maximum distance of a finger from paths: the widest one for separate paths, and down to half of it for dense ones.
  ///
  /// Chinese characters of more than about fifteen strokes get a narrower corridor. Hatchings keep the widest.
  ///
  /// - Parameters:
  ///   - paths: in the coordinates of the canvas.
  ///   - widest: the distance of separate paths, above 0.
  package static func corridor(of paths: [Path], widest: Double) -> Double {
    // In cells of two and a half corridors, a line has one neighbour if a corridor's width is free between them.
    let neighbours = PathDensity(paths, side: 5 * widest).neighbours
    guard neighbours < hatching else { return widest }
    let distance = widest * min(1, max(0.5, 1.25 / neighbours))
    return (distance * 10).rounded() / 10
  }
}
