import ReelGeometry

/// Makes the images of a film whose pixels are transparent or opaque.
///
/// Visible pixels can only be drawn over. If a pixel becomes transparent in the next picture, this picture's image covers everything
/// visible and is cleared after its time; the next image then redraws everything.
struct ClearGIFImageMaker {
  /// The colour that represents a transparent pixel; a pixel of the film with this colour gets a neighbouring one.
  static let clear: UInt32 = 0x01_FE_02

  private var maker: GIFImageMaker
  /// The visible pixels with their durations, as words of the spool.
  private var canvas: [UInt32]
  private var isEmpty = true
  private let size: PixelSize

  /// Creates a maker with an empty canvas.
  init(_ maker: GIFImageMaker) {
    self.maker = maker
    size = maker.size
    canvas = Array(repeating: Self.clear, count: size.area)
  }

  /// Returns the image of a picture.
  ///
  /// - Parameters:
  ///   - picture: The changes.
  ///   - words: The words of the picture's block.
  ///   - isCleared: Whether a pixel of this picture becomes transparent in the next one.
  mutating func image(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>, isCleared: Bool
  ) -> GIFImage {
    picture.forEachSpan(words) { start, span in
      for (offset, word) in span.enumerated() {
        canvas[start + offset] = word
        if !Self.isClear(word) { maker.want(word, at: start + offset) }
      }
    }
    if isEmpty {
      for index in canvas.indices where !Self.isClear(canvas[index]) { maker.want(canvas[index], at: index) }
    }
    let box = isEmpty || isCleared ? opaqueBox : picture.box(words, width: size.width)
    var image = maker.encode(box)
    image.isCleared = isCleared
    maker.wantNothing()
    if isCleared { maker.clear() }
    isEmpty = isCleared
    return image
  }

  /// Whether a word of the spool, or a colour, represents a transparent pixel.
  static func isClear(_ word: UInt32) -> Bool { word & 0xFF_FFFF == clear }

  /// The rectangle around all visible pixels; a single pixel if nothing is visible.
  private var opaqueBox: PictureBox {
    var (left, top, right, bottom) = (Int.max, Int.max, -1, -1)
    for index in canvas.indices where !Self.isClear(canvas[index]) {
      let (y, x) = index.quotientAndRemainder(dividingBy: size.width)
      (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x), max(bottom, y))
    }
    return right < 0
      ? PictureBox(x: 0, y: 0, width: 1, height: 1)
      : PictureBox(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}
