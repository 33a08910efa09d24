import Dispatch
import ReelGeometry
import Synchronization

/// Makes the image of one picture while the previous image is still in progress, staying a few rows after it.
///
/// The rectangle may be a guess, because it depends on what is shown before. So the chosen pixels are shown, and become visible to the
/// next job, only after `judge` confirms the guess.
///
/// The class is unchecked because only one job at a time may write each visible pixel: a job writes rows and then signals the next job.
final class GIFImageJob: PixelFeed, @unchecked Sendable {
  /// The number of the picture.
  let picture: Int
  /// The image's rectangle.
  let box: PictureBox
  /// The colours that the picture wants.
  let wishes: PictureWishes
  private let size: PixelSize
  private let palette: Palette
  private let errorPerBit: Float
  private let shown: UnsafeMutablePointer<UInt8>
  private let transparent: UInt8

  /// The previous job, whose rows this one waits for.
  private var before: GIFImageJob?
  /// The number of bands that the previous job is known to have chosen.
  private var seenBands = 0
  /// The number of rows loaded, of rows shown, and of bands that the next job may see.
  private var (loadedRows, shownRows, chosenBands) = (0, 0, 0)
  /// Counts the bands of the frame whose pixels are chosen.
  private let chosen = DispatchSemaphore(value: 0)

  private enum Guess { case open, right, wrong }
  private let guess = Mutex(Guess.open)
  private let (judged, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
  private var image: GIFImage?

  /// The number of rows in a band: small enough for short waits, large enough for few of them.
  private static let bandRows = 16

  /// Creates a job.
  ///
  /// - Parameters:
  ///   - picture: the number of the picture.
  ///   - box: the rectangle of its image.
  ///   - wishes: the wanted colours, and memory to work with.
  ///   - shown: the palette indices that are shown, in the frame's order.
  ///   - before: the previous job, if still running; its rectangle must be right.
  init(
    picture: Int, box: PictureBox, wishes: PictureWishes, size: PixelSize, palette: Palette, errorPerBit: Float,
    shown: UnsafeMutablePointer<UInt8>, before: GIFImageJob?
  ) {
    (self.picture, self.box, self.wishes, self.size) = (picture, box, wishes, size)
    (self.palette, self.errorPerBit, self.shown, self.before) = (palette, errorPerBit, shown, before)
    transparent = UInt8(palette.colors.count)
  }

  /// Makes the image on another thread.
  func start() {
    // A queue of its own gets a thread even if all threads of the global queues are waiting for images.
    DispatchQueue(label: "reel.gif-image", qos: .userInitiated).async { [self] in run() }
  }

  /// Confirms or rejects the guessed rectangle; if rejected, no image is made.
  func judge(_ isRight: Bool) {
    guess.withLock { $0 = isRight ? .right : .wrong }
    judged.signal()
  }

  /// Waits for the image; nil if the rectangle was wrong.
  func wait() -> GIFImage? {
    ended.wait()
    return image
  }

  /// Makes the image.
  func run() {
    let search = wishes.search(palette, errorPerBit: errorPerBit)
    let pixels = wishes.pixels.first(box.area)
    let symbols = UnsafeMutableBufferPointer(start: wishes.pixels.symbols, count: box.area)
    let data = search.encode(pixels, symbols, feed: self)
    judged.wait()
    if guess.withLock({ $0 }) == .right {
      show(rows: box.height)
      image = GIFImage(
        x: box.x, y: box.y, width: box.width, height: box.height, symbolBits: search.symbolBits, data: data,
        transparent: transparent)
    }
    // Otherwise each job would keep all previous ones alive.
    before = nil
    ended.signal()
  }

  // MARK: - Rows

  func more() -> Int {
    let (first, band) = (box.y + loadedRows, (box.y + loadedRows) / Self.bandRows)
    let end = min(box.y + box.height, (band + 1) * Self.bandRows)
    while let before, seenBands <= band {
      before.chosen.wait()
      seenBands += 1
    }
    for row in first..<end {
      wishes.pixels.load(
        box.width, at: loadedRows * box.width, from: row * size.width + box.x, wishes.wanted, wishes.best, shown)
      loadedRows += 1
    }
    return loadedRows * box.width
  }

  func take(_ count: Int) -> Int? {
    let rows = count / box.width
    switch guess.withLock({ $0 }) {
    case .wrong: return nil
    case .open: return (rows + 1) * box.width
    case .right:
      show(rows: rows)
      return ((box.y + rows) / Self.bandRows + 1) * Self.bandRows * box.width - box.y * box.width
    }
  }

  /// Shows the first rows, and signals the next job.
  private func show(rows: Int) {
    for row in shownRows..<max(shownRows, rows) {
      let target = shown + (box.y + row) * size.width + box.x
      let symbols = wishes.pixels.symbols + row * box.width
      // Branchless, so that the compiler can vectorize it.
      for column in 0..<box.width {
        let symbol = symbols[column]
        target[column] = symbol == transparent ? target[column] : symbol
      }
    }
    shownRows = rows
    let end = rows == box.height ? size.height + Self.bandRows - 1 : box.y + rows
    while chosenBands < end / Self.bandRows {
      chosen.signal()
      chosenBands += 1
    }
  }
}
