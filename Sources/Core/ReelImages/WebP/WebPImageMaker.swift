import ReelFiles
import ReelGeometry
import ReelPlatform

/// Makes the images of a film's pictures, each composited over the previous ones: only the changes, on even columns and rows.
struct WebPImageMaker {
  private let size: PixelSize
  private var isFirst = true

  /// Creates a maker with an empty canvas.
  init(_ size: PixelSize) { self.size = size }

  /// Returns the lossless image of a picture.
  ///
  /// - Throws: `SystemError` if memory runs out.
  mutating func image(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>
  ) throws(SystemError) -> WebPFile.Image {
    let box = isFirst ? PictureBox(size) : picture.box(words, width: size.width)
    isFirst = false
    let (left, top, right, bottom) = (box.x & ~1, box.y & ~1, box.x + box.width, box.y + box.height)
    let width = right - left
    var pixels = [UInt32](repeating: 0, count: width * (bottom - top))
    picture.forEachSpan(words) { start, span in
      let (row, column) = start.quotientAndRemainder(dividingBy: size.width)
      var index = (row - top) * width + column - left
      for word in span {
        pixels[index] = word | 0xFF00_0000
        index += 1
      }
    }
    return try Self.image(pixels, width: width, x: left, y: top)
  }

  /// Returns an image of pixels with alpha, on an even column and row.
  ///
  /// - Throws: `SystemError` if memory runs out.
  static func image(of part: PictureCanvas.Part) throws(SystemError) -> WebPFile.Image {
    var image = try image(part.pixels, width: part.width, x: part.x, y: part.y)
    image.replaces = true
    return image
  }

  /// Returns an image of palette colours, with nil for unchanged pixels.
  ///
  /// - Throws: `SystemError` if memory runs out.
  static func image(
    of colors: [UInt32?], width: Int, x: Int, y: Int
  ) throws(SystemError) -> WebPFile.Image {
    // Aligned to even columns and rows; the added pixels stay unchanged.
    let (left, top) = (x & 1, y & 1)
    var pixels = [UInt32](repeating: 0, count: top * (width + left))
    pixels.reserveCapacity((top + colors.count / width) * (width + left))
    for start in stride(from: 0, to: colors.count, by: width) {
      if left == 1 { pixels.append(0) }
      for color in colors[start..<start + width] { pixels.append(color.map { $0 | 0xFF00_0000 } ?? 0) }
    }
    return try image(pixels, width: width + left, x: x - left, y: y - top)
  }

  private static func image(
    _ pixels: [UInt32], width: Int, x: Int, y: Int
  ) throws(SystemError) -> WebPFile.Image {
    guard let chunk = WebPPacker.chunk(pixels, width: width) else { throw SystemError(ENOMEM, "WebPEncode") }
    return WebPFile.Image(x: x, y: y, width: width, height: pixels.count / width, chunk: chunk)
  }
}
