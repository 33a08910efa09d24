import ReelCanvas
import ReelFiles
import ReelGeometry
import ReelTiming

/// Makes an animated picture of a film: collects the changes from frame to frame, and encodes when all are known.
///
/// Colours are chosen from the whole film, and the error of a pixel counts for as long as it is shown. Only changed pixels are
/// written, so nothing flickers, and an unchanged picture is a longer delay.
package final class AnimationWriter {
  private let format: AnimationFormat
  /// What becomes of the frames.
  private(set) var settings: AnimationSettings
  /// Whether frames may be transparent, and stay so.
  package let hasAlpha: Bool
  let times: AnimationTimes
  private var changes: PictureChanges
  var spool: PixelSpool
  /// A picture whose number the next frame may have, too.
  private var waiting: (bitmap: Bitmap, changed: Region, picture: Int)?

  /// The size of the pictures.
  package var size: PixelSize { changes.size }
  /// The rate of the pictures.
  package var rate: FrameRate { times.rate }

  /// Creates an empty writer.
  ///
  /// - Parameters:
  ///   - format: what is written.
  ///   - film: the size of the frames.
  ///   - frameRate: their rate.
  ///   - settings: what becomes of them.
  ///   - hasAlpha: whether frames may be transparent, and stay so; otherwise they are shown over black.
  ///   - spoolPath: where what does not fit into memory waits.
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
    changes = PictureChanges(of: film, in: settings.size(of: film), transparency: transparency)
    spool = PixelSpool(area: changes.size.area, path: spoolPath)
  }

  /// Adds a frame; indices increase.
  ///
  /// - Parameters:
  ///   - bitmap: the picture.
  ///   - changed: the tiles that may differ from the frame before.
  ///   - index: the number of the frame.
  /// - Throws: `SystemError` if what does not fit into memory can't be written.
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
    if !changed.isEmpty { waiting = (bitmap, changed, picture) }
  }

  private func put(_ bitmap: Bitmap, _ changed: Region, _ picture: Int) throws(SystemError) {
    guard !changed.isEmpty, changes.compare(bitmap, in: changed) else { return }
    try spool.append(picture, spans: changes.spans, pixels: changes.pixels)
  }

  /// Writes the file.
  ///
  /// - Parameters:
  ///   - descriptor: a new file, open for writing.
  ///   - frameCount: the number of frames of the film.
  ///   - settings: other colours than those at first; nil for the same. The film can be written several times.
  /// - Throws: `SystemError`.
  package func finish(
    to descriptor: Int32, frameCount: Int, settings: AnimationSettings? = nil
  ) throws(SystemError) {
    if let settings { self.settings = settings }
    if let last = waiting.take() { try put(last.bitmap, last.changed, last.picture) }
    let last = times.picture(ofFrame: frameCount - 1)
    var histogram = ColorHistogram()
    // Where alpha is kept there is no room for how long a pixel is seen, and nobody asks for it.
    if !hasAlpha || format == .gif {
      try spool.countUses(end: last + 1) { color, weight in
        if !hasAlpha || !ClearGIFImageMaker.isClear(color) { histogram.add(color, weight: weight) }
      }
    }
    // Of a film in which nothing is ever seen.
    if histogram.count == 0 { histogram.add(0, weight: 1) }
    switch format {
    case .gif: try writeGIF(to: descriptor, histogram, last: last)
    case .apng: try writeAPNG(to: descriptor, histogram, last: last)
    case .webp: try writeWebP(to: descriptor, histogram, last: last)
    }
  }
}
