import ReelFiles

extension AnimationWriter {
  /// Writes a GIF.
  func writeGIF(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    // What is shown of another palette can't be told from what is transparent.
    let shots = try hasAlpha ? nil : PaletteShots(&spool, histogram, settings)
    let palette = shots?.common ?? settings.palette(of: histogram)
    var own: Palette?
    var maker = GIFImageMaker(
      size, palette: palette, errorPerBit: settings.errorPerBit, dither: settings.dither)
    let erasures = hasAlpha ? try erasures() : []
    var clearMaker = ClearGIFImageMaker(maker)
    var number = 0
    var file = GIFFile(to: descriptor, size: size, palette: palette, loop: settings.loop)
    var time = 0
    try spool.forEach { picture, words throws(SystemError) in
      var image: GIFImage
      defer { number += 1 }
      if let change = shots?.changes[number] {
        own = change
        maker.use(change ?? palette)
      }
      if hasAlpha {
        image = clearMaker.image(of: picture, words, isCleared: erasures.contains(number + 1))
      } else {
        guard let found = maker.image(of: picture, words) else { return }
        image = found
        image.palette = own
      }
      let now = times.hundredths(ofPicture: picture.index)
      try file.append(image, after: now - time)
      time = now
    }
    let hold = Int((settings.holdLast * 100).rounded())
    let end = max(times.hundredths(ofPicture: last) + hold, times.hundredths(ofPicture: last + 1))
    try file.finish(after: end - time)
  }

  /// Returns the numbers of the pictures, counted from 0, with transparent pixels where the picture before has others.
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
