import ReelGeometry

/// Makes the images of a film's pictures two at a time, with the same bytes that `GIFImageMaker` makes one at a time.
///
/// An image depends on the pixels that the previous ones show, so a second image can be made a few rows after the first. Its rectangle is
/// guessed from the pixels of the first image that are worth writing, which nearly always get the palette's colour.
struct GIFImageLine: ~Copyable {
  /// An image, and the number of its picture.
  typealias Made = (picture: Int, image: GIFImage)

  private let size: PixelSize
  private let errorPerBit: Float
  private var palette: Palette
  private var worth: PixelWorth
  /// The palette indices that are shown.
  private let shown: UnsafeMutablePointer<UInt8>
  private let wishes: (PictureWishes, PictureWishes)
  private var isFirst = true
  /// The job whose rectangle is right; with a guessed job after it, it has been confirmed, otherwise not yet.
  private var running: GIFImageJob?
  private var guessed: GIFImageJob?

  /// The minimum number of pixels for which an image is worth another thread.
  private static let parallelArea = 1 << 14

  /// Creates a line that starts with the first picture.
  init(_ size: PixelSize, palette: Palette, errorPerBit: Float) {
    (self.size, self.palette, self.errorPerBit) = (size, palette, errorPerBit)
    worth = PixelWorth(palette, errorPerBit: errorPerBit)
    wishes = (PictureWishes(size), PictureWishes(size))
    shown = .allocate(capacity: size.area)
    shown.initialize(repeating: worth.transparent, count: size.area)
  }

  deinit {
    // If a film ends early, jobs are still running. The result of the last one is discarded; the one before it, whose rows it waits
    // for, continues.
    (guessed ?? running)?.judge(false)
    _ = running?.wait()
    _ = guessed?.wait()
    shown.deallocate()
  }

  /// Adds a picture.
  ///
  /// - Returns: The images finished so far, in order.
  mutating func append(_ picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>) -> [Made] {
    var made = settleGuess()
    let wishes = running?.wishes === self.wishes.0 ? self.wishes.1 : self.wishes.0
    wishes.want(picture, words, palette)
    var found = box(wishes)
    if running != nil, (found?.area ?? 0) < Self.parallelArea {
      made += finish()
      found = box(wishes)
    }
    guard let box = found else { return made + exact(picture.index, wishes) }
    isFirst = false
    running?.judge(true)
    let job = job(picture.index, box, wishes, before: running)
    if running != nil {
      guessed = job
      job.start()
    } else {
      running = job
      if box.area < Self.parallelArea {
        job.judge(true)
        job.run()
        made += end()
      } else {
        job.start()
      }
    }
    return made
  }

  /// Ends all jobs, and returns their images.
  mutating func finish() -> [Made] {
    let made = settleGuess()
    running?.judge(true)
    return made + end()
  }

  /// Switches to another palette; the visible pixels stay.
  ///
  /// - Precondition: All jobs have ended.
  mutating func use(_ other: Palette) {
    let indices = palette.indices(in: other)
    palette = other
    worth = PixelWorth(other, errorPerBit: errorPerBit)
    wishes.0.forgetPalette()
    wishes.1.forgetPalette()
    for position in 0..<size.area { shown[position] = indices[Int(shown[position])] }
  }

  private func job(_ picture: Int, _ box: PictureBox, _ wishes: PictureWishes, before: GIFImageJob?) -> GIFImageJob {
    GIFImageJob(
      picture: picture, box: box, wishes: wishes, size: size, palette: palette, errorPerBit: errorPerBit, shown: shown,
      before: before)
  }

  /// Waits for the first of two jobs, then confirms or rejects the other one's rectangle.
  private mutating func settleGuess() -> [Made] {
    guard let second = guessed.take() else { return [] }
    let made = end()
    let box = box(second.wishes)
    guard box != second.box else {
      running = second
      return made
    }
    second.judge(false)
    _ = second.wait()
    guard let box else { return made + exact(second.picture, second.wishes) }
    running = job(second.picture, box, second.wishes, before: nil)
    running?.start()
    return made
  }

  /// Makes the image of a picture of which no change is worth its bits: all its changes, so that no picture is lost.
  private mutating func exact(_ picture: Int, _ wishes: PictureWishes) -> [Made] {
    let (shown, lossless) = (shown, PixelWorth(palette, errorPerBit: 0))
    guard let box = wishes.box(lossless, over: { position, _, _ in shown[position] }) ?? wishes.corner else {
      return []
    }
    running = GIFImageJob(
      picture: picture, box: box, wishes: wishes, size: size, palette: palette, errorPerBit: 0, shown: shown,
      before: nil)
    running?.judge(true)
    running?.run()
    return end()
  }

  /// Waits for the only job, whose rectangle is known to be right.
  private mutating func end() -> [Made] {
    guard let job = running.take() else { return [] }
    let image = job.wait()
    job.wishes.clear()
    return image.map { [(job.picture, $0)] } ?? []
  }

  /// Returns the rectangle for a picture, assuming that the running job shows every change worth showing.
  private func box(_ wishes: PictureWishes) -> PictureBox? {
    if isFirst { return PictureBox(size) }
    let (shown, worth) = (shown, worth)
    guard let running else { return wishes.box(worth) { position, _, _ in shown[position] } }
    let (wanted, best, box) = (running.wishes.wanted, running.wishes.best, running.box)
    return wishes.box(worth) { position, column, row in
      let now = shown[position]
      guard wanted[position] != 0, now != best[position], box.contains(column, row) else { return now }
      return worth.isWorthWriting(wanted[position], best[position], over: now) ? best[position] : now
    }
  }
}
