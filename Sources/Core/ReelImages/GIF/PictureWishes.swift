import ReelGeometry

/// The colours wanted for the changed pixels of one picture, in the frame's order.
///
/// Memory is managed manually: the thread that makes the image reads it only after it has been written.
final class PictureWishes: @unchecked Sendable {
  /// The colour wanted for each pixel, as a word of the spool; 0 where nothing changes.
  let wanted: UnsafeMutablePointer<UInt32>
  /// The palette index for the wanted colour.
  let best: UnsafeMutablePointer<UInt8>
  /// The pixels of the image, row by row of its rectangle.
  let pixels: GIFPixels.Memory
  /// The searches for this memory, by the error traded for a bit; used by one image at a time.
  private var searches: [Float: LZWSearch] = [:]
  private var spans: [PixelSpool.Span] = []
  private let width: Int

  /// Creates wishes without any wanted colour.
  init(_ size: PixelSize) {
    width = size.width
    wanted = .allocate(capacity: size.area)
    wanted.initialize(repeating: 0, count: size.area)
    best = .allocate(capacity: size.area)
    best.initialize(repeating: 0, count: size.area)
    pixels = GIFPixels.Memory(capacity: size.area)
  }

  deinit {
    wanted.deallocate()
    best.deallocate()
  }

  /// Returns the search for images with a palette.
  func search(_ palette: Palette, errorPerBit: Float) -> LZWSearch {
    if let search = searches[errorPerBit] { return search }
    let search = LZWSearch(palette, errorPerBit: errorPerBit)
    searches[errorPerBit] = search
    return search
  }

  /// Forgets the searches, because the palette changes.
  func forgetPalette() { searches = [:] }

  /// Sets the wanted colours from a picture's changes and a palette.
  func want(_ picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>, _ palette: Palette) {
    spans.removeAll(keepingCapacity: true)
    // Drawings have runs of one colour, so each is looked up once.
    var last: (color: UInt32, best: UInt8) = (.max, 0)
    picture.forEachSpan(words) { start, pixels in
      spans.append(.init(start: start, count: pixels.count))
      var position = start
      for word in pixels {
        if word & 0xFF_FFFF != last.color { last = (word & 0xFF_FFFF, palette.index(of: word & 0xFF_FFFF)) }
        (wanted[position], best[position]) = (word, last.best)
        position += 1
      }
    }
  }

  /// Forgets all wanted colours.
  func clear() {
    for span in spans { (wanted + span.start).update(repeating: 0, count: span.count) }
  }

  /// Returns the rectangle of the pixels whose change is worth writing.
  ///
  /// - Parameters:
  ///   - worth: Decides whether a change is worth writing.
  ///   - shown: Returns the palette index shown at a position, a column and a row.
  @inline(__always)
  func box(_ worth: PixelWorth, over shown: (_ position: Int, _ column: Int, _ row: Int) -> UInt8) -> PictureBox? {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for span in spans {
      let (row, column) = span.start.quotientAndRemainder(dividingBy: width)
      func isWorthWriting(_ index: Int) -> Bool {
        let position = span.start + index
        let now = shown(position, column + index, row)
        return now != best[position] && worth.isWorthWriting(wanted[position], best[position], over: now)
      }
      guard let first = (0..<span.count).first(where: isWorthWriting) else { continue }
      var last = span.count - 1
      while last > first, !isWorthWriting(last) { last -= 1 }
      (left, top) = (min(left, column + first), min(top, row))
      (right, bottom) = (max(right, column + last), max(bottom, row))
    }
    return right < 0 ? nil : PictureBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// The corner of the rectangle of all wanted pixels, for an image that changes nothing.
  var corner: PictureBox? {
    guard let first = spans.first else { return nil }
    return PictureBox(x: spans.map { $0.start % width }.min() ?? 0, y: first.start / width, width: 1, height: 1)
  }
}
