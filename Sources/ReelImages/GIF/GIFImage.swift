import ReelGeometry

/// An image of a GIF: its rectangle and its LZW stream.
struct GIFImage {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var symbolBits: Int
  var data: [UInt8]
  /// Whether its rectangle is transparent again when its time is over.
  var isCleared = false
}

/// Makes the images of a film's pictures, each composited over the previous ones.
struct GIFImageMaker {
  let size: PixelSize
  private let palette: Palette
  private let transparent: UInt8
  private let bitsPerError: Float
  private let search: LZWSearch
  /// The colours that are shown.
  private var shown: [UInt8]
  /// What each pixel of the next image wants, in the order of the frame; 0 where nothing changes.
  var wanted: [UInt32]
  private var pixels = GIFPixels()
  /// The colours that were chosen for the pixels of the last image; the number behind the palette stands for what stays as it is.
  private(set) var symbols: [UInt8] = []
  private var isFirst = true

  /// The number of bits for which a changed pixel justifies a wider image.
  private static let pixelBits: Float = 8

  /// Creates a maker for the first picture.
  init(_ size: PixelSize, palette: Palette, errorPerBit: Float) {
    self.size = size
    self.palette = palette
    transparent = UInt8(palette.colors.count)
    bitsPerError = errorPerBit > 0 ? 1 / errorPerBit : .infinity
    search = LZWSearch(palette, errorPerBit: errorPerBit)
    shown = Array(repeating: transparent, count: size.area)
    wanted = Array(repeating: 0, count: size.area)
  }

  /// Returns the image of a picture, or nil if it would look like the one before.
  mutating func image(of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>) -> GIFImage? {
    let box = isFirst ? (0, 0, size.width, size.height) : self.box(of: picture, words)
    guard let (x, y, width, height) = box else { return nil }
    forEachSpan(of: picture, words) { maker, start, count, pixel in
      for index in 0..<count { maker.wanted[start + index] = words[pixel + index] }
    }
    let image = encode(x, y, width, height)
    forEachSpan(of: picture, words) { maker, start, count, _ in
      for index in 0..<count { maker.wanted[start + index] = 0 }
    }
    isFirst = false
    return image
  }

  /// Returns the image of a rectangle, with the pixels that are wanted in it.
  mutating func encode(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> GIFImage {
    pixels.removeAll()
    for row in y..<y + height {
      for position in row * size.width + x..<row * size.width + x + width {
        let want = wanted[position]
        pixels.wanted.append(want)
        pixels.shown.append(shown[position])
        pixels.best.append(want >> 24 == 0 ? 0 : palette.index(of: want & 0xFF_FFFF))
      }
    }
    let data = search.encode(pixels, symbols: &symbols)
    show(x, y, width, height)
    return GIFImage(x: x, y: y, width: width, height: height, symbolBits: search.symbolBits, data: data)
  }

  /// Shows nothing any more.
  mutating func clear() {
    for index in shown.indices { shown[index] = transparent }
  }

  private mutating func show(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    var index = 0
    for row in y..<y + height {
      for position in row * size.width + x..<row * size.width + x + width {
        if symbols[index] != transparent { shown[position] = symbols[index] }
        index += 1
      }
    }
  }

  /// Returns the rectangle of the pixels whose change is worth writing: x, y, width and height.
  private func box(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>
  ) -> (Int, Int, Int, Int)? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    var pixel = picture.pixelsStart
    for span in 0..<picture.spanCount {
      let start = Int(words[picture.spansStart + 2 * span])
      let count = Int(words[picture.spansStart + 2 * span + 1])
      for index in 0..<count where needsWriting(words[pixel + index], at: start + index) {
        let (y, x) = (start + index).quotientAndRemainder(dividingBy: size.width)
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
      pixel += count
    }
    return right < 0 ? nil : (left, top, right - left + 1, bottom - top + 1)
  }

  private func needsWriting(_ word: UInt32, at position: Int) -> Bool {
    let best = palette.index(of: word & 0xFF_FFFF)
    let now = shown[position]
    if now == best { return false }
    guard bitsPerError < .infinity else { return true }
    let color = Palette.channels(word)
    let error =
      Palette.distance(palette.channels[Int(now)], color) &- Palette.distance(palette.channels[Int(best)], color)
    return LZWSearch.cost(error, bitsPerError * Float(word >> 24)) > Self.pixelBits
  }

  private mutating func forEachSpan(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>,
    _ body: (inout Self, _ start: Int, _ count: Int, _ pixel: Int) -> Void
  ) {
    var pixel = picture.pixelsStart
    for span in 0..<picture.spanCount {
      let count = Int(words[picture.spansStart + 2 * span + 1])
      body(&self, Int(words[picture.spansStart + 2 * span]), count, pixel)
      pixel += count
    }
  }
}
