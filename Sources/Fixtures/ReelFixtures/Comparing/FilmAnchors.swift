import ReelPlatform

/// Pictures of a film, spread over its length, with the frames of a reference that they probably show.
///
/// They are found among all frames, so that it does not matter how much was cut off or inserted.
struct FilmAnchors {
  /// The most probable frame of each anchor, in order; off by a few frames where the film moves slowly.
  private(set) var pairs: [(picture: Int, frame: Int)] = []

  private static let grid = PrintGrid(columns: 16, rows: 9)
  private static let mostAnchors = 256
  private static let candidates = 12

  /// A frame that an anchor may show, with the cost of that.
  private struct Candidate {
    var frame: Int
    var cost: Double
  }

  init(seen: FilmPrint, drawn: FilmPrint) {
    let grid = PrintGrid(
      columns: min(Self.grid.columns, seen.grid.columns), rows: min(Self.grid.rows, seen.grid.rows))
    let (film, reference) = (Self.vectors(seen.reduced(to: grid)), Self.vectors(drawn.reduced(to: grid)))
    let step = max(1, seen.count / Self.mostAnchors, min(8, seen.count / 8))
    var pictures = Array(stride(from: 0, to: seen.count, by: step))
    if pictures.last != seen.count - 1 { pictures.append(seen.count - 1) }
    var costs = [Float](repeating: 0, count: drawn.count)
    let choices = pictures.map { picture in
      for frame in 0..<drawn.count {
        costs[frame] = 1 - film.product(picture, reference, frame)
      }
      return Self.lowest(costs)
    }
    pairs = Self.path(choices, pictures, seen.times, drawn.times)
  }

  /// The candidates with the lowest costs, a few frames from each other.
  private static func lowest(_ costs: [Float]) -> [Candidate] {
    var found: [Candidate] = []
    // The lowest cost in each stretch of frames that is at most a quarter of a second long.
    let stretch = max(1, min(6, costs.count / 64))
    for start in stride(from: 0, to: costs.count, by: stretch) {
      let range = start..<min(costs.count, start + stretch)
      guard let best = range.min(by: { costs[$0] < costs[$1] }) else { continue }
      // 0.005 is a good match.
      found.append(Candidate(frame: best, cost: min(20, Double(costs[best]) * 200)))
    }
    found.sort { ($0.cost, $0.frame) < ($1.cost, $1.frame) }
    return Array(found.prefix(candidates))
  }

  /// The most probable sequence of frames: similar pictures, at distances that fit the times.
  private static func path(
    _ choices: [[Candidate]], _ pictures: [Int], _ times: [Double], _ frameTimes: [Double]
  ) -> [(picture: Int, frame: Int)] {
    guard var costs = choices.first?.map(\.cost) else { return [] }
    var origins: [[Int]] = []
    for row in choices.indices.dropFirst() {
      let elapsed = times[pictures[row]] - times[pictures[row - 1]]
      var next: [Double] = []
      var from: [Int] = []
      for choice in choices[row] {
        var best = (cost: Double.infinity, origin: 0)
        for (index, previous) in choices[row - 1].enumerated() {
          let moved = frameTimes[choice.frame] - frameTimes[previous.frame]
          let step = min(12, 3 * log1p(4 * abs(moved - elapsed))) + (moved < -0.001 ? 6 : 0)
          let cost = costs[index] + step
          if cost < best.cost { best = (cost, index) }
        }
        next.append(best.cost + choice.cost)
        from.append(best.origin)
      }
      origins.append(from)
      costs = next
    }
    guard var index = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return [] }
    var result: [(picture: Int, frame: Int)] = []
    for row in choices.indices.reversed() {
      result.append((pictures[row], choices[row][index].frame))
      if row > 0 { index = origins[row - 1][index] }
    }
    return result.reversed()
  }

  /// Fingerprints without their mean and with a length of 1, so that levels and contrast do not matter.
  private struct Vectors {
    var values: [Float]
    let count: Int

    func product(_ index: Int, _ other: Vectors, _ otherIndex: Int) -> Float {
      values.withUnsafeBytes { a in
        other.values.withUnsafeBytes { b in
          let (x, y) = (index * count * 4, otherIndex * count * 4)
          var sum = SIMD8<Float>()
          var cell = 0
          while cell + 8 <= count {
            sum +=
              a.loadUnaligned(fromByteOffset: x + 4 * cell, as: SIMD8<Float>.self)
              * b.loadUnaligned(fromByteOffset: y + 4 * cell, as: SIMD8<Float>.self)
            cell += 8
          }
          var total = sum.sum()
          while cell < count {
            total +=
              a.loadUnaligned(fromByteOffset: x + 4 * cell, as: Float.self)
              * b.loadUnaligned(fromByteOffset: y + 4 * cell, as: Float.self)
            cell += 1
          }
          return total
        }
      }
    }
  }

  private static func vectors(_ film: FilmPrint) -> Vectors {
    let count = film.grid.count
    var values = [Float](repeating: 0, count: film.cells.count)
    for frame in 0..<film.count {
      let range = frame * count..<(frame + 1) * count
      var sum = 0
      for index in range { sum += Int(film.cells[index]) }
      let mean = Float(sum) / Float(count)
      var squares: Float = 0
      for index in range {
        values[index] = Float(film.cells[index]) - mean
        squares += values[index] * values[index]
      }
      // A picture of one colour is like any other of one colour: noise must not decide.
      let length = max(squares.squareRoot(), Float(count).squareRoot())
      for index in range { values[index] /= length }
    }
    return Vectors(values: values, count: count)
  }
}
