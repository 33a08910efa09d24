/// The colours of a GIF, and a mapping from each colour of the film to the nearest one in red, green and blue, which is how `LZWSearch`
/// measures errors.
struct Palette {
  /// Red, green and blue of each colour.
  let colors: [UInt32]
  /// The same colours as vectors: red, green, blue.
  let channels: [SIMD4<Int32>]
  /// The neighbours of each colour, nearest first, with their squared distances.
  let neighbors: [[(index: UInt8, distance: Int32)]]
  /// The weights of the pixels that get these colours.
  let weights: PixelWeights
  private let mask: UInt32
  /// A hash table from the film's colours to palette colours.
  private let keys: [UInt32]
  private let indices: [UInt8]

  /// The maximum number of neighbours to try.
  private static let neighborLimit = 12

  /// Chooses colours for a film.
  ///
  /// - Precondition: The histogram has a colour, and `count` is from 1 to 256.
  init(_ count: Int, of histogram: ColorHistogram) {
    let entries = histogram.entries
    colors = PaletteChoice.colors(count, of: entries)
    channels = colors.map(Self.channels)
    mask = histogram.mask
    weights = histogram.weights
    let nearest = NearestColor(channels.map { SIMD4<Float>($0) })
      .indices(nearestTo: entries.map { SIMD4<Float>(Self.channels($0.color)) })
    var length = 16
    while length < entries.count * 2 { length *= 2 }
    var keys = [UInt32](repeating: .max, count: length)
    var indices = [UInt8](repeating: 0, count: length)
    for (entry, index) in zip(entries, nearest) {
      var slot = ColorHistogram.hash(entry.key) & (length - 1)
      while keys[slot] != .max { slot = (slot + 1) & (length - 1) }
      keys[slot] = entry.key
      indices[slot] = UInt8(index)
    }
    (self.keys, self.indices) = (keys, indices)
    let channels = channels
    neighbors = channels.map { Self.neighbors(of: $0, among: channels) }
  }

  /// Returns the nearest colours, nearest first.
  private static func neighbors(
    of own: SIMD4<Int32>, among channels: [SIMD4<Int32>]
  ) -> [(index: UInt8, distance: Int32)] {
    // Distance and index are packed into one number, which sorts by distance first.
    var least: [Int32] = []
    for (index, other) in channels.enumerated() {
      let number = distance(own, other) << 8 | Int32(index)
      if least.count == neighborLimit {
        guard number < least[neighborLimit - 1] else { continue }
        least.removeLast()
      }
      least.insert(number, at: least.firstIndex { $0 > number } ?? least.endIndex)
    }
    return least.map { (UInt8($0 & 0xFF), $0 >> 8) }
  }

  /// Returns the red, green and blue of a colour as a vector.
  static func channels(_ color: UInt32) -> SIMD4<Int32> {
    SIMD4(Int32(color >> 16 & 0xFF), Int32(color >> 8 & 0xFF), Int32(color & 0xFF), 0)
  }

  /// Returns the squared distance of two colours, in byte steps.
  static func distance(_ a: SIMD4<Int32>, _ b: SIMD4<Int32>) -> Int32 {
    let difference = a &- b
    return (difference &* difference).wrappedSum()
  }

  /// Returns the palette index for a colour of the film.
  ///
  /// - Precondition: The film has the colour.
  func index(of color: UInt32) -> UInt8 {
    let key = color & mask
    var slot = ColorHistogram.hash(key) & (keys.count - 1)
    while keys[slot] != key { slot = (slot + 1) & (keys.count - 1) }
    return indices[slot]
  }

  /// Returns the index of each colour in another palette, followed by the index for pixels without a colour.
  ///
  /// A pixel whose colour the other palette lacks can stay but not be redrawn.
  func indices(in other: Palette) -> [UInt8] {
    let transparent = UInt8(other.colors.count)
    let places = Dictionary(zip(other.colors, UInt8(0)...), uniquingKeysWith: { first, _ in first })
    return colors.map { places[$0] ?? transparent } + [transparent]
  }
}
