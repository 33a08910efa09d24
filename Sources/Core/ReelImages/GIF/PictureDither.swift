import ReelGeometry

/// Mixes two palette colours to imitate a colour between them, in gradients only.
///
/// Flat areas and edges, such as text, get the nearest colour. The mixture of an ordered dither depends only on colour and position, so a
/// redrawn gradient looks as before, except for pixels that were next to an edge when first drawn.
struct PictureDither {
  /// The maximum difference between neighbouring pixels of a gradient, in byte steps.
  private static let steepest: Int32 = 12
  /// The distances at which a gradient is detected.
  private static let distances = [1, 4, 16]
  /// The thresholds of the ordered dither, from 0 to 63, by the last three bits of row and column (Bayer's matrix).
  private static let thresholds: [Int32] = (0..<64).map { index in
    let (x, y) = (index & 7, index >> 3)
    var threshold = 0
    for bit in 0..<3 {
      threshold = threshold << 2 | ((x ^ y) >> bit & 1) << 1 | y >> bit & 1
    }
    return Int32(threshold)
  }

  /// Two palette colours, and the share of the second one, in parts of 64.
  private struct Mixture {
    var first: UInt8
    var second: UInt8
    var share: Int32
  }

  private let size: PixelSize
  private let isDiffusing: Bool
  private var palette: Palette
  private var search: NearestColor
  private var mixtures: [UInt32: Mixture] = [:]
  /// The film's exact colours.
  private var film: [UInt32]
  /// The errors passed to the pixels of this row and the next one, in sixteenths of a step: red, green and blue.
  private var errors: [SIMD4<Int32>]
  private var nextErrors: [SIMD4<Int32>]

  /// Creates a dither; nil for no dithering.
  init?(_ kind: AnimationSettings.Dither, _ size: PixelSize, palette: Palette) {
    guard kind != .none else { return nil }
    self.size = size
    self.palette = palette
    isDiffusing = kind == .diffusion
    search = NearestColor(palette.channels.map { SIMD4<Float>($0) })
    film = Array(repeating: 0, count: size.area)
    errors = Array(repeating: .zero, count: size.width + 2)
    nextErrors = errors
  }

  /// Switches to another palette.
  mutating func use(_ other: Palette) {
    palette = other
    search = NearestColor(other.channels.map { SIMD4<Float>($0) })
    mixtures = [:]
  }

  /// Stores the colours of pixels, as words of the spool; 0 for an unchanged pixel.
  mutating func note(_ wanted: [UInt32], row: Int, columns: Range<Int>) {
    for position in row * size.width + columns.lowerBound..<row * size.width + columns.upperBound
    where wanted[position] >> 24 != 0 { film[position] = wanted[position] & 0xFF_FFFF }
  }

  /// Begins an image, without errors from other images.
  mutating func begin() {
    for index in errors.indices { (errors[index], nextErrors[index]) = (.zero, .zero) }
  }

  /// Ends a row.
  mutating func endRow() {
    swap(&errors, &nextErrors)
    for index in nextErrors.indices { nextErrors[index] = .zero }
  }

  /// Returns the palette index for a changed pixel.
  mutating func index(of color: UInt32, x: Int, y: Int) -> UInt8 {
    let nearest = palette.index(of: color)
    guard isGradient(x, y) else { return nearest }
    return isDiffusing ? diffused(color, x) : mixed(color, nearest, x, y)
  }

  /// Whether a pixel belongs to a gradient: it hardly differs from adjacent pixels, and slightly from some nearby.
  private func isGradient(_ x: Int, _ y: Int) -> Bool {
    let own = Palette.channels(film[y * size.width + x])
    var isSloping = false
    for distance in Self.distances {
      for (dx, dy) in [(-distance, 0), (distance, 0), (0, -distance), (0, distance)] {
        let (column, row) = (x + dx, y + dy)
        guard column >= 0, row >= 0, column < size.width, row < size.height else { continue }
        let difference = own &- Palette.channels(film[row * size.width + column])
        let most = max(difference.max(), 0 &- difference.min())
        if distance == 1, most > Self.steepest { return false }
        if most > 0, most <= Self.steepest { isSloping = true }
      }
    }
    return isSloping
  }

  // MARK: - Ordered

  private mutating func mixed(_ color: UInt32, _ nearest: UInt8, _ x: Int, _ y: Int) -> UInt8 {
    let mixture: Mixture
    if let known = mixtures[color] {
      mixture = known
    } else {
      mixture = self.mixture(of: Palette.channels(color), nearest)
      mixtures[color] = mixture
    }
    return mixture.share > Self.thresholds[(y & 7) << 3 | x & 7] ? mixture.second : mixture.first
  }

  /// Finds two similar palette colours with a mixture nearest to a colour.
  private func mixture(of color: SIMD4<Int32>, _ nearest: UInt8) -> Mixture {
    let first = palette.channels[Int(nearest)]
    let offset = color &- first
    var best = Mixture(first: nearest, second: nearest, share: 0)
    var least = Float(Palette.distance(color, first))
    for neighbor in palette.neighbors[Int(nearest)] where neighbor.distance > 0 {
      let step = palette.channels[Int(neighbor.index)] &- first
      let along = (offset &* step).wrappedSum()
      guard along > 0 else { continue }
      let share = min(32, (64 &* along &+ neighbor.distance / 2) / neighbor.distance)
      guard share > 0 else { continue }
      let part = Float(share) / 64
      let rest = SIMD4<Float>(offset) - part * SIMD4<Float>(step)
      // A mixture is slightly visible as noise.
      let noise = part * (1 - part) * Float(neighbor.distance)
      let error = (rest * rest).sum() + noise / 16
      if error < least { (least, best) = (error, Mixture(first: nearest, second: neighbor.index, share: share)) }
    }
    return best
  }

  // MARK: - Diffusion

  /// Picks the nearest colour for a pixel plus the errors of its neighbours, and passes on its own error (Floyd and Steinberg).
  private mutating func diffused(_ color: UInt32, _ x: Int) -> UInt8 {
    var wanted = Palette.channels(color) &* 16 &+ errors[x + 1]
    wanted.clamp(lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255 * 16))
    let index = search.nearest(to: SIMD4<Float>(wanted) / 16).index
    let error = wanted &- palette.channels[index] &* 16
    errors[x + 2] &+= error &* 7 / 16
    nextErrors[x] &+= error &* 3 / 16
    nextErrors[x + 1] &+= error &* 5 / 16
    nextErrors[x + 2] &+= error / 16
    return UInt8(index)
  }
}
