import ReelFiles

extension AnimationWriter {
  /// Writes a GIF.
  func writeGIF(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    let palette = settings.palette(of: histogram)
    var maker = GIFImageMaker(size, palette: palette, errorPerBit: settings.errorPerBit)
    let erasures = hasAlpha ? try erasures() : []
    var clearMaker = ClearGIFImageMaker(maker)
    var number = 0
    var file = GIFFile(to: descriptor, size: size, palette: palette, loop: settings.loop)
    var time = 0
    try spool.forEach { picture, words throws(SystemError) in
      let image: GIFImage
      if hasAlpha {
        number += 1
        image = clearMaker.image(of: picture, words, isCleared: erasures.contains(number))
      } else {
        guard let found = maker.image(of: picture, words) else { return }
        image = found
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
