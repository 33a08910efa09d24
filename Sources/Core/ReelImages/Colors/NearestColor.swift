import Dispatch

/// Finds the nearest of up to 256 points, eight at a time.
struct NearestColor {
  private var x: [SIMD8<Float>] = []
  private var y: [SIMD8<Float>] = []
  private var z: [SIMD8<Float>] = []

  /// The minimum number of searches for which a second thread takes half.
  private static let parallelCount = 1 << 10

  /// Creates a search among points; the fourth coordinate is ignored.
  ///
  /// - Precondition: There is a point.
  init(_ points: [SIMD4<Float>]) {
    precondition(!points.isEmpty, "a search needs at least one point")
    for start in stride(from: 0, to: points.count, by: 8) {
      var lanes = (SIMD8<Float>(), SIMD8<Float>(), SIMD8<Float>())
      for lane in 0..<8 {
        // Unused lanes repeat the last point, which precedes them and wins.
        let point = points[min(start + lane, points.count - 1)]
        (lanes.0[lane], lanes.1[lane], lanes.2[lane]) = (point.x, point.y, point.z)
      }
      x.append(lanes.0)
      y.append(lanes.1)
      z.append(lanes.2)
    }
  }

  /// Returns the index of the nearest point, or of the first among several, and its squared distance.
  func nearest(to point: SIMD4<Float>) -> (index: Int, distance: Float) {
    var best = SIMD8<Float>(repeating: .infinity)
    var group = SIMD8<Int32>(repeating: 0)
    for index in x.indices {
      let (dx, dy, dz) = (x[index] - point.x, y[index] - point.y, z[index] - point.z)
      let distance = dx * dx + dy * dy + dz * dz
      let isNearer = distance .< best
      best.replace(with: distance, where: isNearer)
      group.replace(with: Int32(index), where: isNearer)
    }
    var result = (index: Int.max, distance: Float.infinity)
    for lane in 0..<8 {
      let index = Int(group[lane]) * 8 + lane
      if best[lane] < result.distance || best[lane] == result.distance && index < result.index {
        result = (index, best[lane])
      }
    }
    return result
  }

  /// Returns the index of the nearest point for each of many points.
  func indices(nearestTo others: [SIMD4<Float>]) -> [Int] {
    [Int](unsafeUninitializedCapacity: others.count) { result, count in
      count = others.count
      others.withUnsafeBufferPointer { others in
        nonisolated(unsafe) let (others, result) = (others, result)
        let find = { @Sendable (range: Range<Int>) in
          for index in range { result[index] = nearest(to: others[index]).index }
        }
        guard others.count >= Self.parallelCount else { return find(0..<others.count) }
        let middle = others.count / 2
        DispatchQueue.concurrentPerform(iterations: 2) { find($0 == 0 ? 0..<middle : middle..<others.count) }
      }
    }
  }
}
