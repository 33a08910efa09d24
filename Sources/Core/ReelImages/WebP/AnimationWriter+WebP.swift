import ReelFiles
import ReelGeometry

extension AnimationWriter {
  /// Writes an animated WebP with every colour, or with a palette to save bytes.
  ///
  /// For drawings, lossless compression of few colours is smaller than the format's lossy compression at the same quality, and edges stay
  /// sharp.
  func writeWebP(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    let palette = settings.isLossy ? settings.palette(of: histogram) : nil
    var maker = WebPImageMaker(size)
    var canvas = PictureCanvas(hasAlpha ? size : PixelSize(width: 1, height: 1))
    var reduced = palette.map {
      GIFImageMaker(size, palette: $0, errorPerBit: settings.errorPerBit, dither: settings.dither)
    }
    var file = WebPFile(to: descriptor, size: size, loop: settings.loop)
    var time = 0
    try spool.forEach { picture, words throws(SystemError) in
      let image: WebPFile.Image
      if hasAlpha {
        image = try WebPImageMaker.image(of: canvas.part(of: picture, words, step: 2))
      } else if let palette {
        guard let box = reduced?.image(of: picture, words), let symbols = reduced?.symbols else { return }
        let colors = symbols.map { Int($0) < palette.colors.count ? palette.colors[Int($0)] : nil }
        image = try WebPImageMaker.image(of: colors, width: box.width, x: box.x, y: box.y)
      } else {
        image = try maker.image(of: picture, words)
      }
      let now = times.milliseconds(ofPicture: picture.index)
      try file.append(image, after: now - time)
      time = now
    }
    let hold = Int(clamping: (settings.holdLast * 1000).rounded())
    let end = max(times.milliseconds(ofPicture: last) + hold, times.milliseconds(ofPicture: last + 1))
    try file.finish(after: end - time)
  }
}
