import ReelFiles
import ReelGeometry

extension AnimationWriter {
  /// Writes an animated PNG with every colour, or with a palette to save bytes.
  func writeAPNG(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    let palette = settings.isLossy ? settings.palette(of: histogram) : nil
    let colors = hasAlpha ? .alpha : palette.map { APNGColors.table($0.colors) } ?? APNGColors(histogram)
    var canvas = PictureCanvas(hasAlpha ? size : PixelSize(width: 1, height: 1))
    var maker = APNGImageMaker(size, colors: colors)
    var reduced = palette.map {
      GIFImageMaker(size, palette: $0, errorPerBit: settings.errorPerBit, dither: settings.dither)
    }
    var file = APNGFile(to: descriptor, size: size, colors: colors, loop: settings.loop)
    var shown = 0
    try spool.forEach { picture, words throws(SystemError) in
      let image: APNGImage
      if hasAlpha {
        image = try maker.image(of: canvas.part(of: picture, words))
      } else if reduced != nil {
        guard let box = reduced?.image(of: picture, words), let symbols = reduced?.symbols else { return }
        image = try maker.image(of: symbols, x: box.x, y: box.y, width: box.width, height: box.height)
      } else {
        image = try maker.image(of: picture, words)
      }
      try file.append(image, after: times.delays(from: shown, to: picture.index))
      shown = picture.index
    }
    // The last picture has its own duration, or is held.
    let hold = settings.holdLast > rate.seconds(ofFrame: 1) ? Int(clamping: (settings.holdLast * 1000).rounded()) : 0
    try file.finish(after: times.delays(from: shown, to: hold > 0 ? last : last + 1, hold: hold))
  }
}
