import ReelGeometry

/// An image of a GIF: its rectangle and its LZW stream.
struct GIFImage {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var symbolBits: Int
  var data: [UInt8]
  /// Its own table of colours; nil for that of the file.
  var palette: Palette?
  /// The symbol of what stays as it is.
  var transparent: UInt8
  /// Whether its rectangle is transparent again when its time is over.
  var isCleared = false
}

/// Makes the images of a film's pictures, each composited over the previous ones.
struct GIFImageMaker {
  let size: PixelSize
  private var palette: Palette
  private var transparent: UInt8
  private let bitsPerError: Float
  private let errorPerBit: Float
  private var search: LZWSearch
  private var dither: PictureDither?
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
  init(
    _ size: PixelSize, palette: Palette, errorPerBit: Float, dither: AnimationSettings.Dither = .none
  ) {
    self.size = size
    self.errorPerBit = errorPerBit
    self.dither = PictureDither(dither, size, palette: palette)
    self.palette = palette
    transparent = UInt8(palette.colors.count)
    bitsPerError = errorPerBit > 0 ? 1 / errorPerBit : .infinity
    search = LZWSearch(palette, errorPerBit: errorPerBit)
    shown = Array(repeating: transparent, count: size.area)
    wanted = Array(repeating: 0, count: size.area)
  }

  /// Takes another palette; what is shown stays.
  mutating func use(_ other: Palette) {
    let before = palette
    palette = other
    transparent = UInt8(other.colors.count)
    search = LZWSearch(other, errorPerBit: errorPerBit)
    dither?.use(other)
    // What the new palette lacks can stay, but not be drawn again.
    let places = Dictionary(zip(other.colors, UInt8(0)...), uniquingKeysWith: { first, _ in first })
    let indices = before.colors.map { places[$0] ?? transparent } + [transparent]
    for position in shown.indices { shown[position] = indices[Int(shown[position])] }
  }

  /// Returns the image of a picture, or nil if it would look like the one before.
  mutating func image(of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>) -> GIFImage? {
    let whole = (0, 0, size.width, size.height)
    // What a dither makes of a pixel is known only with those around it.
    let box =
      isFirst ? whole : dither == nil ? self.box(of: picture, words) : picture.box(words, width: size.width)
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
    if dither != nil { return encodeDithered(x, y, width, height) }
    for row in y..<y + height {
      let columns = row * size.width + x..<row * size.width + x + width
      pixels.wanted.append(contentsOf: wanted[columns])
      pixels.shown.append(contentsOf: shown[columns])
    }
    findBest(count: width * height)
    return finish(x, y, width, height)
  }

  /// Finds the palette's colour for each pixel that changed.
  private mutating func findBest(count: Int) {
    var best: [UInt8] = []
    swap(&best, &pixels.best)
    best.append(contentsOf: repeatElement(0, count: count))
    let (words, palette) = (pixels.wanted, palette)
    // Drawings have runs of one colour, which is looked for once.
    var last: (color: UInt32, best: UInt8) = (.max, 0)
    words.withUnsafeBufferPointer { words in
      best.withUnsafeMutableBufferPointer { best in
        for index in words.indices where words[index] >> 24 != 0 {
          let color = words[index] & 0xFF_FFFF
          if color != last.color { last = (color, palette.index(of: color)) }
          best[index] = last.best
        }
      }
    }
    swap(&best, &pixels.best)
  }

  /// Does what `encode` does, with mixtures of colours.
  private mutating func encodeDithered(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> GIFImage {
    guard var dither = self.dither.take() else { return finish(x, y, width, height) }
    for row in y..<y + height { dither.note(wanted, row: row, columns: x..<x + width) }
    dither.begin()
    for row in y..<y + height {
      for column in x..<x + width {
        let position = row * size.width + column
        var want = wanted[position]
        var best: UInt8 = 0
        if want >> 24 != 0 {
          best = dither.index(of: want & 0xFF_FFFF, x: column, y: row)
          // The search must not undo what was mixed.
          want = want & 0xFF00_0000 | palette.colors[Int(best)]
        }
        pixels.wanted.append(want)
        pixels.shown.append(shown[position])
        pixels.best.append(best)
      }
      dither.endRow()
    }
    self.dither = dither
    return finish(x, y, width, height)
  }

  private mutating func finish(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> GIFImage {
    let data = search.encode(pixels, symbols: &symbols)
    show(x, y, width, height)
    return GIFImage(
      x: x, y: y, width: width, height: height, symbolBits: search.symbolBits, data: data, transparent: transparent)
  }

  /// Shows nothing any more.
  mutating func clear() {
    for index in shown.indices { shown[index] = transparent }
  }

  private mutating func show(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    let (transparent, rowLength, symbols) = (transparent, size.width, symbols)
    symbols.withUnsafeBufferPointer { symbols in
      shown.withUnsafeMutableBufferPointer { shown in
        for row in 0..<height {
          let (first, start) = (row * width, (y + row) * rowLength + x)
          // Without a branch, so that many pixels are done at once.
          for column in 0..<width {
            let symbol = symbols[first + column]
            shown[start + column] = symbol == transparent ? shown[start + column] : symbol
          }
        }
      }
    }
  }

  /// Returns the rectangle of the pixels whose change is worth writing: x, y, width and height.
  private func box(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>
  ) -> (Int, Int, Int, Int)? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    var last: (color: UInt32, best: UInt8) = (.max, 0)
    var pixel = picture.pixelsStart
    for span in 0..<picture.spanCount {
      let start = Int(words[picture.spansStart + 2 * span])
      let count = Int(words[picture.spansStart + 2 * span + 1])
      for index in 0..<count {
        let word = words[pixel + index]
        if word & 0xFF_FFFF != last.color { last = (word & 0xFF_FFFF, palette.index(of: word & 0xFF_FFFF)) }
        guard needsWriting(word, last.best, at: start + index) else { continue }
        let (y, x) = (start + index).quotientAndRemainder(dividingBy: size.width)
        (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
      }
      pixel += count
    }
    return right < 0 ? nil : (left, top, right - left + 1, bottom - top + 1)
  }

  private func needsWriting(_ word: UInt32, _ best: UInt8, at position: Int) -> Bool {
    let now = shown[position]
    if now == best { return false }
    // A colour of another palette.
    if now == transparent { return true }
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
