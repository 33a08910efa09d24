import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming

/// Makes an animated picture of a film: collects the changes from frame to frame, and encodes them when all are known.
///
/// Colours are chosen from the whole film, and a pixel's error counts for as long as it is shown. Only changed pixels are written, so
/// nothing flickers, and an unchanged picture becomes a longer delay.
package final class AnimationWriter {
  private let format: AnimationFormat
  /// The settings of the animation.
  private(set) var settings: AnimationSettings
  /// Whether frames may be transparent and keep their alpha.
  package let hasAlpha: Bool
  let times: AnimationTimes
  private var changes: PictureChanges
  var spool: PixelSpool
  /// The latest frame, which the next frame replaces if it falls on the same picture.
  private var waiting: (bitmap: Bitmap, changed: Region, picture: Int)?

  /// The size of the pictures.
  package var size: PixelSize { changes.size }
  /// The rate of the pictures.
  package var rate: FrameRate { times.rate }

  /// Creates an empty writer.
  ///
  /// - Parameters:
  ///   - format: the format of the file.
  ///   - film: the size of the frames.
  ///   - frameRate: the rate of the frames.
  ///   - settings: the settings of the animation.
  ///   - hasAlpha: whether frames may be transparent and keep their alpha; otherwise they are shown over black.
  ///   - spoolPath: the path of a temporary file for data that does not fit into memory.
  package init(
    _ format: AnimationFormat, film: PixelSize, frameRate: FrameRate, settings: AnimationSettings,
    hasAlpha: Bool = false, spoolPath: String
  ) {
    self.hasAlpha = hasAlpha
    let transparency: PictureChanges.Transparency =
      hasAlpha ? format == .gif ? .oneBit(matte: settings.matteWord) : .kept : .none
    self.format = format
    self.settings = settings
    times = AnimationTimes(frameRate, limit: settings.rateLimit)
    changes = PictureChanges(
      of: film, in: settings.size(of: film), transparency: transparency,
      quality: settings.isInputLossy ? format.holdingQuality(settings.quality) : nil)
    spool = PixelSpool(area: changes.size.area, path: spoolPath, weights: changes.weights)
  }

  /// Adds a frame; indices must increase.
  ///
  /// - Parameters:
  ///   - bitmap: the picture.
  ///   - changed: the tiles that may differ from the previous frame.
  ///   - index: the number of the frame.
  /// - Throws: `SystemError` if data that does not fit into memory can't be written.
  package func append(_ bitmap: Bitmap, changed: Region, at index: Int) throws(SystemError) {
    let picture = times.picture(ofFrame: index)
    guard times.rate != times.frameRate else { return try put(bitmap, changed, picture) }
    var changed = changed
    if let before = waiting.take() {
      if before.picture == picture {
        changed.formUnion(before.changed)
      } else {
        try put(before.bitmap, before.changed, before.picture)
      }
    }
    if !changed.isEmpty || changes.hasUnsettled { waiting = (bitmap, changed, picture) }
  }

  private func put(_ bitmap: Bitmap, _ changed: Region, _ picture: Int) throws(SystemError) {
    guard !changed.isEmpty || changes.hasUnsettled, changes.compare(bitmap, in: changed) else { return }
    try spool.append(picture, spans: changes.spans, pixels: changes.pixels)
  }

  /// Writes the file; the film can be written several times.
  ///
  /// - Parameters:
  ///   - descriptor: a new file, open for writing.
  ///   - frameCount: the number of frames of the film.
  ///   - settings: settings with other colours than the original ones, or nil for the original ones.
  /// - Throws: `SystemError` if reading or writing fails.
  package func finish(
    to descriptor: Int32, frameCount: Int, settings: AnimationSettings? = nil
  ) throws(SystemError) {
    if let settings { self.settings = settings }
    if let last = waiting.take() { try put(last.bitmap, last.changed, last.picture) }
    let last = times.picture(ofFrame: frameCount - 1)
    var histogram = ColorHistogram(spool.weights)
    // With alpha, pixels have no room for how long they are shown, and it is not needed.
    if !hasAlpha || format == .gif {
      try spool.countUses(end: last + 1) { color, weight in
        if !hasAlpha || !ClearGIFImageMaker.isClear(color) { histogram.add(color, weight: weight) }
      }
    }
    // For a film in which nothing is ever visible.
    if histogram.count == 0 { histogram.add(0, weight: 1) }
    switch format {
    case .gif: try writeGIF(to: descriptor, histogram, last: last)
    case .apng: try writeAPNG(to: descriptor, histogram, last: last)
    case .webp: try writeWebP(to: descriptor, histogram, last: last)
    }
  }

  /// Returns a writer of the same film with a lower rate or a smaller size.
  ///
  /// Its frames are the pictures of this writer, of which `pictureCount` gives the number. Call `finish` first.
  ///
  /// - Parameters:
  ///   - settings: the new settings.
  ///   - spoolPath: the path of a temporary file for data that does not fit into memory.
  /// - Throws: `SystemError` if reading or writing temporary files fails.
  package func remade(_ settings: AnimationSettings, spoolPath: String) throws(SystemError) -> AnimationWriter {
    let other = AnimationWriter(
      format, film: size, frameRate: rate, settings: settings, hasAlpha: hasAlpha, spoolPath: spoolPath)
    var bitmap = Bitmap(size: size)
    let (width, bytesPerRow) = (size.width, bitmap.bytesPerRow)
    try spool.forEach { picture, words throws(SystemError) in
      bitmap.withUnsafeMutableBytes { bytes in
        picture.forEachSpan(words) { start, pixels in
          var offset = start / width * bytesPerRow + start % width * 4
          for word in pixels {
            bytes.storeBytes(of: pixel(word).littleEndian, toByteOffset: offset, as: UInt32.self)
            offset += 4
          }
        }
      }
      try other.append(bitmap, changed: .all(of: size), at: picture.index)
    }
    return other
  }

  /// Returns a word of the spool as a pixel of a bitmap.
  private func pixel(_ word: UInt32) -> UInt32 {
    guard hasAlpha else { return word | 0xFF00_0000 }
    if format == .gif { return ClearGIFImageMaker.isClear(word) ? 0 : word | 0xFF00_0000 }
    let alpha = word >> 24
    func part(_ shift: UInt32) -> UInt32 { ((word >> shift & 255) * alpha + 127) / 255 << shift }
    return alpha << 24 | part(16) | part(8) | part(0)
  }

  /// Returns the number of pictures of a film with a number of frames.
  package func pictureCount(ofFrames count: Int) -> Int { times.picture(ofFrame: count - 1) + 1 }
}
