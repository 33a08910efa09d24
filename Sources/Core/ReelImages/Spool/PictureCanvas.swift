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
    let box = isFirst ? PictureBox(size) : picture.box(words, width: size.width)
    isFirst = false
    let (left, top) = (box.x / step * step, box.y / step * step)
    var part = Part(x: left, y: top, width: box.x + box.width - left, height: box.y + box.height - top, pixels: [])
    part.pixels.reserveCapacity(part.width * part.height)
    for row in top..<top + part.height {
      part.pixels += pixels[row * size.width + left..<row * size.width + left + part.width]
    }
    return part
  }
}
