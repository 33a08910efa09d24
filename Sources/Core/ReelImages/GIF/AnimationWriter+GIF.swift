import ReelFiles

extension AnimationWriter {
  /// Writes a GIF.
  func writeGIF(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    // Pixels that keep a colour of another palette cannot be distinguished from transparent ones.
    let shots = try hasAlpha ? nil : PaletteShots(&spool, histogram, settings)
    let palette = shots?.common ?? settings.palette(of: histogram)
    var file = GIFFile(to: descriptor, size: size, palette: palette, loop: settings.loop)
    var time = 0
    func append(_ image: GIFImage, of picture: Int) throws(SystemError) {
      let now = times.hundredths(ofPicture: picture)
      try file.append(image, after: now - time)
      time = now
    }
    if settings.dither == .none, !hasAlpha {
      try forEachImage(palette, shots?.changes ?? [:], append)
    } else {
      try forEachImageInTurn(palette, shots?.changes ?? [:], append)
    }
    let hold = Int(clamping: (settings.holdLast * 100).rounded())
    let end = max(times.hundredths(ofPicture: last) + hold, times.hundredths(ofPicture: last + 1))
    try file.finish(after: end - time)
  }

  /// Makes the images of an opaque film without dithering, two at a time.
  private func forEachImage(
    _ palette: Palette, _ changes: [Int: Palette?], _ body: (GIFImage, Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    var line = GIFImageLine(size, palette: palette, errorPerBit: settings.errorPerBit)
    var own: Palette?
    func pass(_ made: [GIFImageLine.Made]) throws(SystemError) {
      for (picture, image) in made {
        var image = image
        image.palette = own
        try body(image, picture)
      }
    }
    var number = 0
    try spool.forEach { picture, words throws(SystemError) in
      if let change = changes[number] {
        try pass(line.finish())
        own = change
        line.use(change ?? palette)
      }
      number += 1
      try pass(line.append(picture, words))
    }
    try pass(line.finish())
  }

  /// Makes the images of any film, one at a time.
  private func forEachImageInTurn(
    _ palette: Palette, _ changes: [Int: Palette?], _ body: (GIFImage, Int) throws(SystemError) -> Void
  ) throws(SystemError) {
    var own: Palette?
    var maker = GIFImageMaker(
      size, palette: palette, errorPerBit: settings.errorPerBit, dither: settings.dither)
    let erasures = hasAlpha ? try erasures() : []
    var clearMaker = ClearGIFImageMaker(maker)
    var number = 0
    try spool.forEach { picture, words throws(SystemError) in
      var image: GIFImage
      defer { number += 1 }
      if let change = changes[number] {
        own = change
        maker.use(change ?? palette)
      }
      if hasAlpha {
        image = clearMaker.image(of: picture, words, isCleared: erasures.contains(number + 1))
      } else {
        image = maker.image(of: picture, words)
        image.palette = own
      }
      try body(image, picture.index)
    }
  }

  /// Returns the numbers of the pictures, from 0, with transparent pixels that are opaque in the previous picture.
  private func erasures() throws(SystemError) -> Set<Int> {
    var isOpaque = [Bool](repeating: false, count: size.area)
    var (number, found) = (0, Set<Int>())
    try spool.forEach { picture, words throws(SystemError) in
      picture.forEachSpan(words) { start, span in
        for (offset, word) in span.enumerated() {
          let isClear = ClearGIFImageMaker.isClear(word)
          if isClear, isOpaque[start + offset] { found.insert(number) }
          isOpaque[start + offset] = !isClear
        }
      }
      number += 1
    }
    return found
  }
}
