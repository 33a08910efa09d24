import ReelGeometry

/// The current state of a film with transparent pictures, and the part of it that each picture replaces.
struct PictureCanvas {
  /// A rectangular part of a picture, with all its pixels.
  struct Part {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    /// Alpha, red, green and blue from the highest byte down.
    var pixels: [UInt32]
  }

  private let size: PixelSize
  private var pixels: [UInt32]
  private var isFirst = true

  /// Creates an empty canvas.
  init(_ size: PixelSize) {
    self.size = size
    pixels = Array(repeating: 0, count: size.area)
  }

  /// Draws the changes, and returns the rectangle around them, aligned to multiples of `step`; the first picture is complete.
  mutating func part(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>, step: Int = 1
  ) -> Part {
    picture.forEachSpan(words) { start, span in
      for (offset, word) in span.enumerated() { pixels[start + offset] = word }
    }
    let box = isFirst ? (0, 0, size.width, size.height) : picture.box(words, width: size.width)
    isFirst = false
    let (left, top) = (box.0 / step * step, box.1 / step * step)
    var part = Part(x: left, y: top, width: box.0 + box.2 - left, height: box.1 + box.3 - top, pixels: [])
    part.pixels.reserveCapacity(part.width * part.height)
    for row in top..<top + part.height {
      part.pixels += pixels[row * size.width + left..<row * size.width + left + part.width]
    }
    return part
  }
}
