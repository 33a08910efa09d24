import Dispatch
import ReelFiles
import ReelGeometry
import Synchronization

extension AnimationWriter {
  /// Writes an animated WebP with every colour, or with a palette, or with lossy images to save bytes.
  ///
  /// For drawings, lossless compression of few colours is smaller than the format's lossy compression at the same quality, and edges stay
  /// sharp. Photographs have too many colours for that.
  func writeWebP(to descriptor: Int32, _ histogram: ColorHistogram, last: Int) throws(SystemError) {
    let palette = settings.isLossy && !hasAlpha ? settings.palette(of: histogram) : nil
    if mixes(palette, histogram) { return try writeMixedWebP(to: descriptor, last: last) }
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
    try file.finish(after: end(last) - time)
  }

  /// The time at which the film ends, in milliseconds.
  private func end(_ last: Int) -> Int {
    let hold = Int(clamping: (settings.holdLast * 1000).rounded())
    return max(times.milliseconds(ofPicture: last) + hold, times.milliseconds(ofPicture: last + 1))
  }

  /// Whether images are lossy or lossless, whichever costs less: for lossy movies, and where a palette does not do.
  private func mixes(_ palette: Palette?, _ histogram: ColorHistogram) -> Bool {
    guard settings.colors == nil, (settings.quality ?? 1) < 100 else { return false }
    if settings.isInputLossy || settings.isLossy && hasAlpha { return true }
    guard let palette else { return false }
    let entries = histogram.entries
    return palette.error(of: entries) > Self.paletteError * entries.reduce(0) { $0 + $1.weight }
  }

  /// The squared error of a pixel's red, green and blue up to which a palette does.
  private static var paletteError: Float { 24 }

  /// Writes lossy and lossless images, several at a time.
  private func writeMixedWebP(to descriptor: Int32, last: Int) throws(SystemError) {
    let errorPerBit = settings.errorPerLossyBit
    var maker = MixedWebPMaker(size, errorPerBit: errorPerBit, weights: spool.weights)
    var canvas = PictureCanvas(hasAlpha ? size : PixelSize(width: 1, height: 1))
    var file = WebPFile(to: descriptor, size: size, loop: settings.loop)
    var time = 0
    var waiting: [(picture: Int, image: MixedWebPImage)] = []
    func pass() throws(SystemError) {
      for ((picture, _), image) in zip(waiting, try Self.images(waiting.map(\.image), errorPerBit)) {
        let now = times.milliseconds(ofPicture: picture)
        try file.append(image, after: now - time)
        time = now
      }
      waiting = []
    }
    try spool.forEach { picture, words throws(SystemError) in
      let image =
        hasAlpha ? MixedWebPMaker.image(of: canvas.part(of: picture, words, step: 2)) : maker.image(of: picture, words)
      if let image { waiting.append((picture.index, image)) }
      if waiting.count == Self.imagesAtATime { try pass() }
    }
    try pass()
    try file.finish(after: end(last) - time)
  }

  /// The number of images made at a time, which bounds memory and does not change any.
  private static var imagesAtATime: Int { 8 }

  /// Makes images on all processors.
  private static func images(
    _ wanted: [MixedWebPImage], _ errorPerBit: Float
  ) throws(SystemError) -> [WebPFile.Image] {
    let made = Mutex([Int: Result<WebPFile.Image, SystemError>]())
    DispatchQueue.concurrentPerform(iterations: wanted.count) { index in
      let image: Result<WebPFile.Image, SystemError>
      do throws(SystemError) {
        image = .success(try wanted[index].image(errorPerBit: errorPerBit))
      } catch {
        image = .failure(error)
      }
      made.withLock { $0[index] = image }
    }
    var images: [WebPFile.Image] = []
    for index in wanted.indices {
      if let image = made.withLock({ $0[index] }) { images.append(try image.get()) }
    }
    return images
  }
}
