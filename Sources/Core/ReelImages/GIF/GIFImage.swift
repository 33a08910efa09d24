import ReelGeometry

/// An image of a GIF: its rectangle and its LZW stream.
struct GIFImage {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var symbolBits: Int
  var data: [UInt8]
  /// The image's own palette; nil for the file's palette.
  var palette: Palette?
  /// The symbol for an unchanged pixel.
  var transparent: UInt8
  /// Whether the image's rectangle becomes transparent after its time.
  var isCleared = false
}

/// Makes the images of a film's pictures, each composited over the previous ones.
struct GIFImageMaker {
  let size: PixelSize
  private var palette: Palette
  private var transparent: UInt8
  private let errorPerBit: Float
  private var search: LZWSearch
  /// The search that trades nothing, once it was needed.
  private var losslessSearch: LZWSearch?
  private var dither: PictureDither?
  /// The palette index shown at each pixel.
  private var shown: [UInt8]
  /// The colour wanted for each pixel of the next image, in the frame's order; 0 where nothing changes.
  private var wanted: [UInt32]
  /// The palette index for the wanted colour, unless dithering chooses it.
  private var best: [UInt8]
  private var pixels = GIFPixels()
  /// The palette indices chosen for the pixels of the last image; the index after the palette means an unchanged pixel.
  private(set) var symbols: [UInt8] = []
  private var isFirst = true

  /// Creates a maker that starts with the first picture.
  init(
    _ size: PixelSize, palette: Palette, errorPerBit: Float, dither: AnimationSettings.Dither = .none
  ) {
    self.size = size
    self.errorPerBit = errorPerBit
    self.dither = PictureDither(dither, size, palette: palette)
    self.palette = palette
    transparent = UInt8(palette.colors.count)
    search = LZWSearch(palette, errorPerBit: errorPerBit)
    shown = Array(repeating: transparent, count: size.area)
    wanted = Array(repeating: 0, count: size.area)
    best = Array(repeating: 0, count: size.area)
  }

  /// Switches to another palette; the visible pixels stay.
  mutating func use(_ other: Palette) {
    let indices = palette.indices(in: other)
    palette = other
    transparent = UInt8(other.colors.count)
    search = LZWSearch(other, errorPerBit: errorPerBit)
    losslessSearch = nil
    dither?.use(other)
    for position in shown.indices { shown[position] = indices[Int(shown[position])] }
  }

  /// Returns the image of a picture.
  mutating func image(of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>) -> GIFImage {
    // Dithering depends on the neighbouring pixels, so its result is not known here.
    let worth = want(picture, words, errorPerBit)
    let changed = picture.box(words, width: size.width)
    var (box, isExact) = (changed, false)
    if isFirst {
      box = PictureBox(size)
    } else if dither == nil {
      // If no change is worth its bits, all are written: no picture is lost.
      isExact = worth == nil
      box = worth ?? want(picture, words, 0) ?? PictureBox(x: changed.x, y: changed.y, width: 1, height: 1)
    }
    let image = encode(box, isExact: isExact)
    wanted.withUnsafeMutableBufferPointer { wanted in
      picture.forEachSpan(words) { start, pixels in
        wanted[start..<start + pixels.count].update(repeating: 0)
      }
    }
    isFirst = false
    return image
  }

  /// Sets the colour wanted for a pixel, as a word of the spool.
  mutating func want(_ word: UInt32, at position: Int) {
    wanted[position] = word
    if dither == nil { best[position] = palette.index(of: word & 0xFF_FFFF) }
  }

  /// Sets the colours wanted for the pixels of a picture, and returns the rectangle of the changes worth writing.
  private mutating func want(
    _ picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>, _ errorPerBit: Float
  ) -> PictureBox? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    let (finds, width, palette) = (dither == nil, size.width, palette)
    let worth = PixelWorth(palette, errorPerBit: errorPerBit)
    wanted.withUnsafeMutableBufferPointer { wanted in
      best.withUnsafeMutableBufferPointer { best in
        shown.withUnsafeBufferPointer { shown in
          // Drawings have runs of one colour, so each is looked up once.
          var last: (color: UInt32, best: UInt8) = (.max, 0)
          picture.forEachSpan(words) { start, pixels in
            var columns: (first: Int, last: Int)?
            var position = start
            for word in pixels {
              wanted[position] = word
              if finds {
                if word & 0xFF_FFFF != last.color { last = (word & 0xFF_FFFF, palette.index(of: word & 0xFF_FFFF)) }
                best[position] = last.best
                if shown[position] != last.best, worth.isWorthWriting(word, last.best, over: shown[position]) {
                  columns = (columns?.first ?? position, position)
                }
              }
              position += 1
            }
            guard let columns else { return }
            let (y, x) = columns.first.quotientAndRemainder(dividingBy: width)
            (left, top) = (min(left, x), min(top, y))
            (right, bottom) = (max(right, x + columns.last - columns.first), max(bottom, y))
          }
        }
      }
    }
    return right < 0 ? nil : PictureBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Forgets all wanted colours.
  mutating func wantNothing() {
    for index in wanted.indices { wanted[index] = 0 }
  }

  /// Returns the image of a rectangle with the colours wanted in it.
  mutating func encode(_ box: PictureBox, isExact: Bool = false) -> GIFImage {
    pixels.removeAll()
    let (x, y, width, height) = (box.x, box.y, box.width, box.height)
    if dither != nil { return encodeDithered(x, y, width, height) }
    for row in y..<y + height {
      let columns = row * size.width + x..<row * size.width + x + width
      pixels.wanted.append(contentsOf: wanted[columns])
      pixels.best.append(contentsOf: best[columns])
      pixels.shown.append(contentsOf: shown[columns])
    }
    return finish(x, y, width, height, isExact: isExact)
  }

  /// Does the same with dithering.
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
          // Keeps the search from undoing the dithering.
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

  private mutating func finish(
    _ x: Int, _ y: Int, _ width: Int, _ height: Int, isExact: Bool = false
  ) -> GIFImage {
    var search = search
    if isExact {
      search = losslessSearch ?? LZWSearch(palette, errorPerBit: 0)
      losslessSearch = search
    }
    let data = search.encode(pixels, symbols: &symbols)
    show(x, y, width, height)
    return GIFImage(
      x: x, y: y, width: width, height: height, symbolBits: search.symbolBits, data: data, transparent: transparent)
  }

  /// Forgets all visible pixels.
  mutating func clear() {
    for index in shown.indices { shown[index] = transparent }
  }

  private mutating func show(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
    let (transparent, rowLength, symbols) = (transparent, size.width, symbols)
    symbols.withUnsafeBufferPointer { symbols in
      shown.withUnsafeMutableBufferPointer { shown in
        for row in 0..<height {
          let (first, start) = (row * width, (y + row) * rowLength + x)
          // Branchless, so that the compiler can vectorize it.
          for column in 0..<width {
            let symbol = symbols[first + column]
            shown[start + column] = symbol == transparent ? shown[start + column] : symbol
          }
        }
      }
    }
  }
}
