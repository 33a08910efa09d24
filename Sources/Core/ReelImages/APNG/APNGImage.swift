import ReelFiles
import ReelGeometry
import ReelPlatform

/// An image of an APNG: its rectangle and its compressed rows.
struct APNGImage {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  var data: [UInt8]
  /// Whether the image replaces the canvas instead of being composited over it.
  var replaces = false

  /// A transparent pixel.
  static func still(_ colors: APNGColors) -> APNGImage {
    APNGImage(x: 0, y: 0, width: 1, height: 1, data: Deflate.pack([0] + colors.transparentBytes) ?? [])
  }
}

/// Makes the lossless images of a film's pictures, each composited over the previous ones.
struct APNGImageMaker {
  private let size: PixelSize
  private let colors: APNGColors
  private var isFirst = true

  /// Creates a maker that starts with the first picture.
  init(_ size: PixelSize, colors: APNGColors) {
    self.size = size
    self.colors = colors
  }

  /// Returns the image of a picture.
  ///
  /// - Throws: `SystemError` if memory runs out.
  mutating func image(
    of picture: PixelSpool.Picture, _ words: UnsafeMutableBufferPointer<UInt32>
  ) throws(SystemError) -> APNGImage {
    let box = isFirst ? PictureBox(size) : picture.box(words, width: size.width)
    isFirst = false
    let (x, y, width, height) = (box.x, box.y, box.width, box.height)
    let pixelLength = colors.bytesPerPixel
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * pixelLength)
    for _ in 0..<width * height { bytes += colors.transparentBytes }
    picture.forEachSpan(words) { start, pixels in
      let (row, column) = start.quotientAndRemainder(dividingBy: size.width)
      var offset = ((row - y) * width + column - x) * pixelLength
      for word in pixels {
        switch colors {
        case .table: bytes[offset] = colors.number(of: word & 0xFF_FFFF)
        case .alpha: break
        case .direct:
          bytes[offset] = UInt8(word >> 16 & 0xFF)
          bytes[offset + 1] = UInt8(word >> 8 & 0xFF)
          bytes[offset + 2] = UInt8(word & 0xFF)
        }
        offset += pixelLength
      }
    }
    return APNGImage(x: x, y: y, width: width, height: height, data: try pack(bytes, width * pixelLength))
  }

  /// Returns an image of pixels with alpha.
  ///
  /// - Throws: `SystemError` if memory runs out.
  func image(of part: PictureCanvas.Part) throws(SystemError) -> APNGImage {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(part.pixels.count * 4)
    for pixel in part.pixels {
      for shift in [16, 8, 0, 24] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: pixel >> shift)) }
    }
    return APNGImage(
      x: part.x, y: part.y, width: part.width, height: part.height, data: try pack(bytes, part.width * 4),
      replaces: true)
  }

  /// Returns an image of palette indices.
  ///
  /// - Throws: `SystemError` if memory runs out.
  func image(of symbols: [UInt8], x: Int, y: Int, width: Int, height: Int) throws(SystemError) -> APNGImage {
    APNGImage(x: x, y: y, width: width, height: height, data: try pack(symbols, width))
  }

  /// Packs rows unfiltered or, without a palette, filtered: whichever is smaller when packed quickly.
  private func pack(_ bytes: [UInt8], _ bytesPerRow: Int) throws(SystemError) -> [UInt8] {
    var rows = PNGRows.plain(bytes, bytesPerRow: bytesPerRow)
    if colors.bytesPerPixel > 1 {
      let filtered = PNGRows.filtered(bytes, bytesPerRow: bytesPerRow, bytesPerPixel: colors.bytesPerPixel)
      let (plainCount, count) = (Deflate.pack(rows, level: 1)?.count, Deflate.pack(filtered, level: 1)?.count)
      if let plainCount, let count, count < plainCount { rows = filtered }
    }
    guard let packed = Deflate.pack(rows) else { throw SystemError(ENOMEM, "deflate") }
    return packed
  }
}
