import ReelPlatform

/// Compares the fingerprints of two films, with the noise that lies between them.
struct PrintMatcher {
  let seen: FilmPrint
  private(set) var drawn: FilmPrint
  /// The factor of each tile's squared difference in `distance`.
  private var weights: [Float]
  /// The luma of the film as a multiple of the reference's, and what is added to it.
  private(set) var levels = (gain: 1.0, offset: 0.0)
  /// The variance of the noise in a tile's mean, on average.
  private(set) var noise = 1.0

  /// The smallest variance, that of rounding and of codecs which show small changes late.
  private static let leastNoise = 0.6
  /// The least variance of a tile, relative to that of all.
  private static let leastShare = 0.5
  /// The share of a tile's evidence that counts, because noise of neighbouring tiles is alike.
  private static let independence = 0.1

  /// The most evidence against a frame that resembles a picture, relative to that against another one, and the greatest
  /// difference of a tile's means beyond the other's.
  private static let (maxRatio, maxStep): (Float, Int) = (1.4, 3)

  /// - Precondition: Both films have the same grid.
  init(seen: FilmPrint, drawn: FilmPrint) {
    precondition(seen.grid == drawn.grid, "fingerprints of two grids can't be compared")
    (self.seen, self.drawn) = (seen, drawn)
    weights = [Float](repeating: Float(Self.independence / 2), count: seen.grid.count)
  }

  private var cellCount: Int { seen.grid.count }

  /// The evidence that a picture doesn't show a frame, as a negative logarithm of its likelihood.
  func distance(_ picture: Int, _ frame: Int) -> Float { distance(seen, picture, frame) }

  /// The evidence that tells two frames of the reference apart.
  func distance(between frame: Int, and other: Int) -> Float { distance(drawn, frame, other) }

  private func distance(_ film: FilmPrint, _ index: Int, _ frame: Int) -> Float {
    let count = cellCount
    return film.cells.withUnsafeBytes { film in
      drawn.cells.withUnsafeBytes { drawn in
        weights.withUnsafeBytes { weights in
          let (a, b) = (index * count, frame * count)
          var sum = SIMD16<Float>()
          var cell = 0
          while cell + 16 <= count {
            let x = SIMD16<Int16>(
              truncatingIfNeeded: film.loadUnaligned(fromByteOffset: a + cell, as: SIMD16<UInt8>.self))
            let y = SIMD16<Int16>(
              truncatingIfNeeded: drawn.loadUnaligned(fromByteOffset: b + cell, as: SIMD16<UInt8>.self))
            let difference = SIMD16<Float>(x &- y)
            sum += difference * difference * weights.loadUnaligned(fromByteOffset: 4 * cell, as: SIMD16<Float>.self)
            cell += 16
          }
          var total = sum.sum()
          while cell < count {
            let difference = Float(film[a + cell]) - Float(drawn[b + cell])
            total += difference * difference * weights.loadUnaligned(fromByteOffset: 4 * cell, as: Float.self)
            cell += 1
          }
          return total
        }
      }
    }
  }

  /// Whether a picture is hardly less like a frame than like another one, in all of its tiles.
  func resembles(_ picture: Int, _ frame: Int, asMuchAs other: Int) -> Bool {
    guard distance(picture, frame) < Self.maxRatio * distance(picture, other) else { return false }
    func worst(_ frame: Int) -> Int {
      (0..<cellCount).reduce(0) { worst, cell in
        max(worst, abs(Int(seen.cells[picture * cellCount + cell]) - Int(drawn.cells[frame * cellCount + cell])))
      }
    }
    return worst(frame) <= worst(other) + Self.maxStep
  }

  /// The mean squared difference between a picture and a frame.
  func meanSquare(_ picture: Int, _ frame: Int) -> Double {
    Double(seen.squares(picture, drawn, frame)) / Double(cellCount)
  }

  /// The mean squared difference between frames that have nothing to do with each other.
  var unrelated: Double {
    let lag = max(1, drawn.count / 2)
    let step = max(1, (drawn.count - lag) / 64)
    let errors = stride(from: 0, to: drawn.count - lag, by: step).map {
      Double(drawn.squares($0, drawn, $0 + lag)) / Double(cellCount)
    }
    return Rhythm.median(errors) ?? 0
  }

  /// The variance of a frame's tiles, in the middle of all frames.
  var contrast: Double {
    Rhythm.median(stride(from: 0, to: drawn.count, by: max(1, drawn.count / 64)).map(drawn.contrast)) ?? 0
  }

  /// The share of the second frame in a picture that is a mixture of two frames, and the mean squared error of that
  /// mixture.
  func mixture(_ picture: Int, _ frame: Int, _ other: Int) -> (share: Double, error: Double) {
    let (p, a, b) = (picture * cellCount, frame * cellCount, other * cellCount)
    var (products, squares) = (0.0, 0.0)
    for cell in 0..<cellCount {
      let step = Double(drawn.cells[b + cell]) - Double(drawn.cells[a + cell])
      products += (Double(seen.cells[p + cell]) - Double(drawn.cells[a + cell])) * step
      squares += step * step
    }
    guard squares > 0 else { return (0, .infinity) }
    let share = products / squares
    var error = 0.0
    for cell in 0..<cellCount {
      let first = Double(drawn.cells[a + cell])
      let rest = Double(seen.cells[p + cell]) - first - share * (Double(drawn.cells[b + cell]) - first)
      error += rest * rest
    }
    return (share, error / Double(cellCount))
  }

  /// Learns levels and noise from pictures whose frames are known.
  mutating func learn(_ pairs: [(picture: Int, frame: Int)]) {
    guard pairs.count > 2 else { return }
    learnLevels(pairs)
    let count = cellCount
    let kept = pairs.count > 200 ? stride(from: 0, to: pairs.count, by: pairs.count / 200).map { pairs[$0] } : pairs
    // Half of the squares of a normal distribution are below 0.455 of their mean. A logo or a clock over the picture has
    // a tile of its own.
    var variances = [Double](repeating: 0, count: count)
    var squares = [Int](repeating: 0, count: kept.count)
    for cell in 0..<count {
      for (index, pair) in kept.enumerated() {
        let difference =
          Int(seen.cells[pair.picture * count + cell]) - Int(drawn.cells[pair.frame * count + cell])
        squares[index] = difference * difference
      }
      squares.sort()
      // Means over the middle: a median of whole numbers is often 0.
      let middle = squares[squares.count / 4...squares.count * 3 / 4]
      let mean = Double(middle.reduce(0, +)) / Double(middle.count)
      variances[cell] = max(Self.leastNoise, mean / 0.5)
    }
    noise = variances.reduce(0, +) / Double(count)
    // Where the picture stands still there is hardly any noise, until something moves.
    weights = variances.map { Float(Self.independence / (2 * max($0, Self.leastShare * noise))) }
  }

  /// Gives the reference the levels of the film, if they differ by a gain and an offset.
  private mutating func learnLevels(_ pairs: [(picture: Int, frame: Int)]) {
    let count = cellCount
    var (n, x, y, xx, xy) = (0.0, 0.0, 0.0, 0.0, 0.0)
    for pair in pairs {
      for cell in stride(from: 0, to: count, by: 3) {
        let a = Double(drawn.cells[pair.frame * count + cell])
        let b = Double(seen.cells[pair.picture * count + cell])
        (n, x, y, xx, xy) = (n + 1, x + a, y + b, xx + a * a, xy + a * b)
      }
    }
    let variance = n * xx - x * x
    guard variance > 4 * n * n else { return }
    let gain = (n * xy - x * y) / variance
    let offset = (y - gain * x) / n
    guard gain > 0.3, gain < 3, abs(gain - 1) > 0.01 || abs(offset) > 0.7 else { return }
    levels = (gain * levels.gain, gain * levels.offset + offset)
    drawn.map((0...255).map { UInt8(clamping: (gain * Double($0) + offset).rounded()) })
  }
}
