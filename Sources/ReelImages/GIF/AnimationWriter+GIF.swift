import ReelFiles

extension AnimationWriter {
  /// Writes a GIF.
  func writeGIF(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    let palette = settings.palette(of: histogram)
    var maker = GIFImageMaker(size, palette: palette, errorPerBit: settings.errorPerBit)
    var file = GIFFile(to: descriptor, size: size, palette: palette, loop: settings.loop)
    var time = 0
    try spool.forEach { picture, words throws(SystemError) in
      guard let image = maker.image(of: picture, words) else { return }
      let now = times.hundredths(ofPicture: picture.index)
      try file.append(image, after: now - time)
      time = now
    }
    let hold = Int((settings.holdLast * 100).rounded())
    let end = max(times.hundredths(ofPicture: last) + hold, times.hundredths(ofPicture: last + 1))
    try file.finish(after: end - time)
  }
}
