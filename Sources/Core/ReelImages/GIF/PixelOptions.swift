/// Finds the possible symbols of a pixel, and their costs in bits.
///
/// The options of a changed pixel depend only on its word, so recent words are cached. Memory is managed manually, as in `LZWTable`.
final class PixelOptions {
  /// The maximum number of options per pixel.
  static let limit = 16
  /// The maximum cost of a pixel, in bits.
  private static let maxBits: Float = 12
  /// The number of cached words.
  private static let memory = 1 << 9

  /// A symbol and its cost.
  struct Option {
    var symbol: UInt8
    var cost: Float
  }

  /// The options of a pixel.
  typealias Choice = (first: UnsafeMutablePointer<Option>, count: Int, symbols: UInt64)

  /// A colour near another, and the square of its distance.
  private struct Neighbor {
    var symbol: UInt8
    var distance: Int32
  }

  /// A cached word.
  private struct Known {
    var word: UInt32
    var best: UInt8
    /// The number of options, not counting the unchanged pixel.
    var count: UInt8
    /// The bit set of the symbols.
    var symbols: UInt64
    /// The squared error of the best option.
    var least: Int32
  }

  private let transparent: UInt8
  /// The weight for each top byte of a word.
  private let weights: [Float]
  /// The cost in bits of a squared error of 1; infinite for lossless.
  private let bitsPerError: Float
  /// The palette's colours.
  private let channels: UnsafeMutablePointer<SIMD4<Int32>>
  /// The neighbours of each colour, nearest first, one colour after another.
  ///
  /// An array of arrays would cost reference counting for every pixel.
  private let neighbors: UnsafeMutablePointer<Neighbor>
  /// The number of neighbours per colour.
  private let neighborCount: Int
  private let known: UnsafeMutablePointer<Known>
  /// The options of each cached word, after a gap for the unchanged symbol; at the end, the options of an unchanged pixel.
  private let options: UnsafeMutablePointer<Option>

  /// Creates a search for options among the colours of a palette.
  init(_ palette: Palette, errorPerBit: Float) {
    transparent = UInt8(palette.colors.count)
    weights = palette.weights.values
    bitsPerError = errorPerBit > 0 ? 1 / errorPerBit : .infinity
    channels = .allocate(capacity: palette.channels.count)
    channels.initialize(from: palette.channels, count: palette.channels.count)
    neighborCount = palette.neighbors.first?.count ?? 0
    neighbors = .allocate(capacity: max(1, neighborCount * palette.neighbors.count))
    for (index, near) in palette.neighbors.joined().enumerated() {
      (neighbors + index).initialize(to: Neighbor(symbol: near.index, distance: near.distance))
    }
    known = .allocate(capacity: Self.memory)
    known.initialize(repeating: Known(word: 0, best: 0, count: 0, symbols: 0, least: 0), count: Self.memory)
    options = .allocate(capacity: (Self.memory + 1) * Self.limit)
    options.initialize(repeating: Option(symbol: transparent, cost: 0), count: (Self.memory + 1) * Self.limit)
  }

  deinit {
    channels.deallocate()
    neighbors.deallocate()
    known.deallocate()
    options.deallocate()
  }

  /// Returns the cost of an error in bits.
  static func cost(_ error: Int32, _ bitsPerError: Float) -> Float { error <= 0 ? 0 : Float(error) * bitsPerError }

  /// Returns the options of a pixel, which stay valid until the next call.
  @inline(__always)
  func of(_ pixels: GIFPixels.Unsafe, at index: Int) -> Choice {
    let shown = pixels.shown[index]
    guard pixels.isStill(index) else { return of(pixels.wanted[index], best: pixels.best[index], shown: shown) }
    let first = options + Self.memory * Self.limit
    first[1].symbol = shown
    return (first, 2, LZWTable.bit(transparent) | LZWTable.bit(shown))
  }

  private func of(_ word: UInt32, best: UInt8, shown: UInt8) -> Choice {
    let slot = Int((word &* 0x9E37_79B1) >> 23)
    if known[slot].word != word || known[slot].best != best { find(word, best, slot) }
    let known = known[slot]
    let first = options + slot * Self.limit
    var choice = (first + 1, Int(known.count), known.symbols)
    guard bitsPerError < .infinity else {
      // The best option; if it is already shown, an unchanged pixel is equivalent.
      if shown == best {
        first[2] = Option(symbol: transparent, cost: 0)
        choice.1 = 2
        choice.2 |= LZWTable.bit(transparent)
      }
      return choice
    }
    if shown != transparent {
      let error = Palette.distance(channels[Int(shown)], Palette.channels(word)) &- known.least
      let cost = Self.cost(error, bitsPerError * weights[Int(word >> 24)])
      if cost <= Self.maxBits {
        first[0] = Option(symbol: transparent, cost: cost)
        choice = (first, choice.1 + 1, choice.2 | LZWTable.bit(transparent))
      }
    }
    return choice
  }

  /// Finds and caches the options of a changed pixel.
  private func find(_ word: UInt32, _ best: UInt8, _ slot: Int) {
    var (count, symbols) = (0, UInt64(0))
    let first = options + slot * Self.limit + 1
    func add(_ symbol: UInt8, _ cost: Float) {
      first[count] = Option(symbol: symbol, cost: cost)
      count += 1
      symbols |= LZWTable.bit(symbol)
    }
    let color = Palette.channels(word)
    let least = Palette.distance(channels[Int(best)], color)
    if bitsPerError < .infinity {
      let weight = bitsPerError * weights[Int(word >> 24)]
      // |c − w| ≥ |c − b| − |b − w|: neighbours farther away cannot be near enough.
      let reach = Float(least).squareRoot() + (Self.maxBits / weight + Float(least)).squareRoot()
      for index in Int(best) * neighborCount..<(Int(best) + 1) * neighborCount {
        let neighbor = neighbors[index]
        if Float(neighbor.distance) > reach * reach { break }
        let cost = Self.cost(Palette.distance(channels[Int(neighbor.symbol)], color) &- least, weight)
        if cost <= Self.maxBits { add(neighbor.symbol, cost) }
      }
    } else {
      add(best, 0)
    }
    known[slot] = Known(word: word, best: best, count: UInt8(count), symbols: symbols, least: least)
  }
}
