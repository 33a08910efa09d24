import ReelGeometry
import ReelPlatform

/// Chooses the pixels of the images of a film that may lose something, each composited over the previous ones.
///
/// Only whole blocks of pixels are drawn again, because VP8 codes blocks. A block whose change costs less than its bits stays as it is,
/// until later changes add up.
struct MixedWebPMaker {
  /// The side of a block, in pixels: half of a macroblock, so that blocks share no samples of colour.
  private static let side = 8
  /// The bits of a flat block that is drawn again, as measured with photographs at usual qualities.
  private static let blockBits: Float = 6
  /// The bits that each side of a block counts that is an edge of the mask, as measured with the same photographs.
  private static let edgeBits: Float = 12
  /// The largest number of pictures for which a pixel counts; what stands longer need not be exact.
  private static let longest = 8

  private let size: PixelSize
  private let columns: Int
  private let errorPerBit: Float
  private let pixelWeights: PixelWeights
  /// The film's colours.
  private var film: [UInt32]
  /// The film's colours when each pixel was last drawn.
  private var drawn: [UInt32]
  private var isFirst = true
  /// The sum and number of the changed pixels' durations, by block.
  private var sums: [(duration: Int, count: Int)]

  /// Creates a maker with an empty canvas.
  init(_ size: PixelSize, errorPerBit: Float, weights: PixelWeights) {
    (self.size, self.errorPerBit, pixelWeights) = (size, errorPerBit, weights)
    columns = (size.width + Self.side - 1) / Self.side
    film = Array(repeating: 0, count: size.area)
    drawn = film
    sums = Array(repeating: (0, 0), count: columns * ((size.height + Self.side - 1) / Self.side))
  }

  /// Returns the image of a picture of an opaque film; nil if no change is worth its bits.
  mutating func image(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>
  ) -> MixedWebPImage? {
    for block in sums.indices { sums[block] = (0, 0) }
    picture.forEachSpan(words) { start, pixels in
      var (position, column) = (start, start % size.width)
      let first = start / size.width / Self.side * columns
      for word in pixels {
        film[position] = word & 0xFF_FFFF
        let block = first + column / Self.side
        let duration = min(pixelWeights.duration(word), Self.longest)
        sums[block] = (sums[block].duration + duration, sums[block].count + 1)
        (position, column) = (position + 1, column + 1)
      }
    }
    guard let image = draw(choose()) else { return nil }
    isFirst = false
    return image
  }

  /// Chooses the blocks that are drawn, with the number of pictures for which each counts.
  ///
  /// Alpha masks the others, and the edges of the mask cost bits: blocks tend to do as those around them, and holes are filled.
  private func choose() -> [Int: UInt8] {
    var (weights, gains): ([Int: UInt8], [Int: Float]) = ([:], [:])
    func weight(_ block: Int) -> Int {
      max(1, (2 * sums[block].duration + sums[block].count) / max(1, 2 * sums[block].count))
    }
    for block in sums.indices where sums[block].count > 0 {
      let gain = isFirst ? .infinity : Float(weight(block) * change(of: block)) / errorPerBit - bits(of: block)
      gains[block] = gain
      if gain > 0 { weights[block] = UInt8(weight(block)) }
    }
    for block in Array(sums.indices) + sums.indices where gains[block] != .infinity {
      let column = block % columns
      let around = [
        column > 0 ? block - 1 : -1, column + 1 < columns ? block + 1 : -1, block - columns, block + columns,
      ].count { weights[$0] != nil }
      guard gains[block] != nil || around > 2 else { continue }
      let gain = (gains[block] ?? -bits(of: block)) + Self.edgeBits * Float(2 * around - 4)
      weights[block] = gain > 0 ? UInt8(weight(block)) : nil
    }
    return weights
  }

  /// Returns the image of a part of a transparent film, which replaces what is there.
  static func image(of part: PictureCanvas.Part) -> MixedWebPImage {
    MixedWebPImage(
      box: PictureBox(x: part.x, y: part.y, width: part.width, height: part.height), replaces: true,
      blocks: part.pixels, changes: part.pixels, weights: part.pixels.map { $0 >> 24 > 0 ? 1 : 0 })
  }

  /// The pixels of a block.
  private func pixels(of block: Int) -> (x: Range<Int>, y: Range<Int>) {
    let (row, column) = block.quotientAndRemainder(dividingBy: columns)
    return (
      column * Self.side..<min(size.width, (column + 1) * Self.side),
      row * Self.side..<min(size.height, (row + 1) * Self.side)
    )
  }

  /// The bits of a block that is drawn again: more where it varies by more than the quantization hides.
  private func bits(of block: Int) -> Float {
    let (x, y) = pixels(of: block)
    let count = x.count * y.count
    let deviation = film.withUnsafeBufferPointer { PictureActivity.deviation($0, width: size.width, x, y) }
    let variance = Float(deviation) / Float(count)
    let noise = errorPerBit / MixedWebPImage.errorPerSquaredStep / 12
    return Self.blockBits + Float(count) / 2 * log2f(1 + variance / noise)
  }

  /// The squared error of a block that is not drawn again.
  private func change(of block: Int) -> Int {
    let (x, y) = pixels(of: block)
    var sum = 0
    for row in y {
      for position in row * size.width + x.lowerBound..<row * size.width + x.upperBound
      where film[position] != drawn[position] {
        sum += Int(Palette.distance(Palette.channels(film[position]), Palette.channels(drawn[position])))
      }
    }
    return sum
  }

  /// Draws blocks, and returns their image; nil if there are none.
  private mutating func draw(_ weights: [Int: UInt8]) -> MixedWebPImage? {
    let places = weights.keys.map { $0.quotientAndRemainder(dividingBy: columns) }
    guard let top = places.map(\.quotient).min(), let bottom = places.map(\.quotient).max(),
      let left = places.map(\.remainder).min(), let right = places.map(\.remainder).max()
    else { return nil }
    let (x, y) = (left * Self.side, top * Self.side)
    let box = PictureBox(
      x: x, y: y, width: min(size.width, (right + 1) * Self.side) - x,
      height: min(size.height, (bottom + 1) * Self.side) - y)
    var image = MixedWebPImage(box: box)
    image.changes = Array(repeating: 0, count: box.area)
    image.weights = Array(repeating: 0, count: box.area)
    image.blocks.reserveCapacity(box.area)
    for row in y..<y + box.height {
      image.blocks += film[row * size.width + x..<row * size.width + x + box.width]
    }
    for (block, weight) in weights {
      let (columns, rows) = pixels(of: block)
      for row in rows {
        for column in columns {
          let (position, index) = (row * size.width + column, (row - y) * box.width + column - x)
          let color = film[position] | 0xFF00_0000
          image.blocks[index] = color
          if isFirst || film[position] != drawn[position] { image.changes[index] = color }
          image.weights[index] = weight
          drawn[position] = film[position]
        }
      }
    }
    return image
  }
}
