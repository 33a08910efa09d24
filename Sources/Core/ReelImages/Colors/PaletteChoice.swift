/// Chooses the palette with the least squared error in Oklab over the whole film, weighted by area and time.
///
/// Clusters are split along their widest axis, then moved to their means (Lloyd's algorithm) until they hardly move.
struct PaletteChoice {
  /// A colour with its coordinates.
  private struct Sample {
    var point: SIMD4<Float>
    var mean: SIMD3<Float>
    var weight: Float
    var color: UInt32
  }

  /// The maximum number of colours split individually; with more, neighbours are split together.
  private static let sampleLimit = 1 << 13
  private static let rounds = 12

  /// Returns up to `count` colours in ascending order.
  static func colors(_ count: Int, of histogram: [ColorHistogram.Entry]) -> [UInt32] {
    guard histogram.count > count else { return histogram.map(\.color).sorted() }
    let samples = samples(of: histogram)
    guard samples.count > count else { return Array(Set(samples.map(\.color))).sorted() }
    var centers = divide(samples, into: count)
    let points = samples.map(\.point)
    var owners = [Int](repeating: 0, count: samples.count)
    for _ in 0..<rounds {
      let nearest = NearestColor(centers).indices(nearestTo: points)
      let hasMoved = nearest != owners
      owners = nearest
      var sums = [SIMD4<Float>](repeating: .zero, count: centers.count)
      var weights = [Float](repeating: 0, count: centers.count)
      for (owner, sample) in zip(owners, samples) {
        sums[owner] += sample.point * sample.weight
        weights[owner] += sample.weight
      }
      for index in centers.indices where weights[index] > 0 { centers[index] = sums[index] / weights[index] }
      if !hasMoved { break }
    }
    return Array(Set(means(of: samples, owners, centers.count))).sorted()
  }

  private static func samples(of histogram: [ColorHistogram.Entry]) -> [Sample] {
    var entries = histogram
    var mask: UInt32 = 0xFF_FFFF
    while entries.count > sampleLimit {
      mask &= mask << 1 & 0xFE_FEFE
      entries = joined(histogram, by: mask)
    }
    return entries.map {
      Sample(point: Oklab.coordinates(of: $0.color), mean: $0.mean, weight: $0.weight, color: $0.color)
    }
  }

  private static func joined(_ entries: [ColorHistogram.Entry], by mask: UInt32) -> [ColorHistogram.Entry] {
    var sums: [UInt32: (SIMD3<Float>, Float)] = [:]
    for entry in entries {
      let sum = sums[entry.key & mask] ?? (.zero, 0)
      sums[entry.key & mask] = (sum.0 + entry.mean * entry.weight, sum.1 + entry.weight)
    }
    return sums.sorted { $0.key < $1.key }.map { key, sum in
      let mean = sum.0 / sum.1
      return ColorHistogram.Entry(key: key, mean: mean, color: color(mean), weight: sum.1)
    }
  }

  private static func color(_ mean: SIMD3<Float>) -> UInt32 {
    let bytes = SIMD3<UInt32>(
      mean.rounded(.toNearestOrAwayFromZero).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
    return bytes.x << 16 | bytes.y << 8 | bytes.z
  }

  // MARK: - Clusters

  private struct Cluster {
    var members: [Int]
    var mean: SIMD4<Float>
    var error: Float
    var axis: Int

    init(_ members: [Int], of samples: [Sample]) {
      self.members = members
      var (sum, squares, weight) = (SIMD4<Float>.zero, SIMD4<Float>.zero, Float(0))
      for member in members {
        sum += samples[member].point * samples[member].weight
        weight += samples[member].weight
      }
      mean = sum / weight
      for member in members {
        let difference = samples[member].point - mean
        squares += difference * difference * samples[member].weight
      }
      error = members.count > 1 ? squares.sum() : 0
      axis = (0..<3).max { squares[$0] < squares[$1] } ?? 0
    }
  }

  /// Repeatedly splits the cluster with the largest error.
  private static func divide(_ samples: [Sample], into count: Int) -> [SIMD4<Float>] {
    var clusters = [Cluster(Array(samples.indices), of: samples)]
    while clusters.count < count {
      guard let widest = clusters.indices.max(by: { clusters[$0].error < clusters[$1].error }),
        clusters[widest].error > 0
      else { break }
      let cluster = clusters[widest]
      let threshold = cluster.mean[cluster.axis]
      let low = cluster.members.filter { samples[$0].point[cluster.axis] <= threshold }
      let high = cluster.members.filter { samples[$0].point[cluster.axis] > threshold }
      guard !low.isEmpty, !high.isEmpty else {
        clusters[widest].error = 0
        continue
      }
      clusters[widest] = Cluster(low, of: samples)
      clusters.append(Cluster(high, of: samples))
    }
    return clusters.map(\.mean)
  }

  /// Returns the mean colour of each cluster, or its dominant colour, which keeps flat areas exact.
  private static func means(of samples: [Sample], _ owners: [Int], _ count: Int) -> [UInt32] {
    var sums = [SIMD3<Float>](repeating: .zero, count: count)
    var weights = [Float](repeating: 0, count: count)
    var heaviest = [Int?](repeating: nil, count: count)
    for (index, owner) in owners.enumerated() {
      sums[owner] += samples[index].mean * samples[index].weight
      weights[owner] += samples[index].weight
      if heaviest[owner].map({ samples[$0].weight < samples[index].weight }) ?? true { heaviest[owner] = index }
    }
    return (0..<count).compactMap { owner in
      guard weights[owner] > 0, let most = heaviest[owner] else { return nil }
      return samples[most].weight * 2 > weights[owner] ? samples[most].color : color(sums[owner] / weights[owner])
    }
  }
}
