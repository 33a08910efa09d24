/// The weight of each colour of a film: the number of its pixels, times the number of pictures in which they are shown.
///
/// Colours are exact up to a limit. Beyond it, neighbours are merged into their mean.
struct ColorHistogram {
  /// The maximum number of colours counted separately.
  static let limit = 1 << 17

  /// The bits that distinguish colours.
  private(set) var mask: UInt32 = 0xFF_FFFF
  /// The number of colours.
  private(set) var count = 0
  private static let empty = UInt32.max
  /// The weights of the pixels that are counted.
  let weights: PixelWeights
  private var keys: [UInt32]
  /// The weight and the weighted sums of red, green and blue, for each slot.
  private var sums: [SIMD4<UInt64>]

  /// Creates a histogram without colours.
  init(_ weights: PixelWeights = .durations) {
    self.weights = weights
    keys = Array(repeating: Self.empty, count: 1 << 12)
    sums = Array(repeating: .zero, count: 1 << 12)
  }

  /// Joins histograms.
  init(joining others: [ColorHistogram]) {
    self.init(others.first?.weights ?? .durations)
    for other in others { mask &= other.mask }
    for other in others {
      for (key, sum) in zip(other.keys, other.sums) where key != Self.empty { insert(key & mask, sum) }
    }
  }

  /// Adds to the weight of a colour.
  mutating func add(_ color: UInt32, weight: Int) {
    let channels = SIMD4<UInt64>(1, UInt64(color >> 16 & 0xFF), UInt64(color >> 8 & 0xFF), UInt64(color & 0xFF))
    insert(color & mask, channels &* UInt64(weight))
  }

  private mutating func insert(_ key: UInt32, _ sum: SIMD4<UInt64>) {
    var slot = Self.hash(key) & (keys.count - 1)
    while keys[slot] != key {
      if keys[slot] == Self.empty {
        keys[slot] = key
        count += 1
        break
      }
      slot = (slot + 1) & (keys.count - 1)
    }
    sums[slot] &+= sum
    if count * 2 > keys.count { grow() }
  }

  private mutating func grow() {
    let (oldKeys, oldSums) = (keys, sums)
    // Doubles the table, or drops a bit from the colours.
    let length = count > Self.limit ? keys.count : keys.count * 2
    if count > Self.limit { mask &= mask << 1 & 0xFE_FEFE }
    keys = Array(repeating: Self.empty, count: length)
    sums = Array(repeating: .zero, count: length)
    count = 0
    for (key, sum) in zip(oldKeys, oldSums) where key != Self.empty { insert(key & mask, sum) }
  }

  static func hash(_ key: UInt32) -> Int { Int(truncatingIfNeeded: (UInt64(key) &* 0x9E37_79B9_7F4A_7C15) >> 40) }

  /// A colour, or the mean of several, with its weight.
  struct Entry {
    /// The masked argument of `add`.
    var key: UInt32
    /// The mean red, green and blue.
    var mean: SIMD3<Float>
    /// The colour nearest to the mean.
    var color: UInt32
    /// Pixels times pictures.
    var weight: Float
  }

  /// The colours in ascending order.
  var entries: [Entry] {
    // Key and slot are packed into one number, which sorts faster than the contents of the slot.
    let places = keys.indices.compactMap { keys[$0] == Self.empty ? nil : UInt64(keys[$0]) << 32 | UInt64($0) }
    return places.sorted().map { place in
      let (key, sum) = (UInt32(place >> 32), sums[Int(UInt32(truncatingIfNeeded: place))])
      let rounded = (sum &+ sum.x / 2) / sum.x
      let color = rounded.y << 16 | rounded.z << 8 | rounded.w
      let mean = SIMD3(Float(sum.y), Float(sum.z), Float(sum.w)) / Float(sum.x)
      return Entry(key: key, mean: mean, color: UInt32(color), weight: Float(sum.x) / Float(weights.parts))
    }
  }
}
