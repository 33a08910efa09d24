import ReelGeometry

/// The memory layout of a pixel format that Reel converts with integers.
package struct RawLayout: Hashable {
  package enum Chroma: Hashable {
    case none, planar, interleaved
  }

  package enum Kind: Hashable {
    /// Luma and chroma; chroma coordinates are shifted right by these numbers of bits.
    case yuv(chroma: Chroma, shiftX: Int, shiftY: Int)
    /// Bytes of red, green and blue at these offsets in each pixel; the alpha or unused byte is 255.
    case packed(red: Int, green: Int, blue: Int, step: Int)
    /// Planes of green, blue and red.
    case planarRGB
    /// An index into a palette of 256 colours, which follows the plane.
    case palette
  }

  package var kind: Kind
  /// The bits per sample; samples of more than 8 bits are two bytes, low byte first.
  package var bits = 8
  /// Whether luma is full range, 0 to 255, instead of 16 to 235.
  var isFullRange = false
  /// The value of the fourth byte: 255 if it is alpha, 0 if it is unused, as in FFmpeg's decoders.
  var filler: UInt8 = 255

  package var bytesPerSample: Int { bits > 8 ? 2 : 1 }

  /// Returns the layout of a format by its FFmpeg name, or nil if Reel does not convert it.
  package static func named(_ name: String) -> RawLayout? { table[name] }

  /// The names of the formats in the table, sorted.
  static var names: [String] { table.keys.sorted() }

  private static let table: [String: RawLayout] = {
    var table: [String: RawLayout] = [
      // FFmpeg gives grey no range: its scaler treats it as full.
      "gray": RawLayout(kind: .yuv(chroma: .none, shiftX: 0, shiftY: 0), isFullRange: true),
      "gray10le": RawLayout(kind: .yuv(chroma: .none, shiftX: 0, shiftY: 0), bits: 10, isFullRange: true),
      "nv12": RawLayout(kind: .yuv(chroma: .interleaved, shiftX: 1, shiftY: 1)),
      "nv16": RawLayout(kind: .yuv(chroma: .interleaved, shiftX: 1, shiftY: 0)),
      "rgb24": RawLayout(kind: .packed(red: 0, green: 1, blue: 2, step: 3)),
      "bgr24": RawLayout(kind: .packed(red: 2, green: 1, blue: 0, step: 3)),
      "gbrp": RawLayout(kind: .planarRGB),
      "gbrp10le": RawLayout(kind: .planarRGB, bits: 10),
      "pal8": RawLayout(kind: .palette),
    ]
    for (name, shiftX, shiftY) in [("420", 1, 1), ("422", 1, 0), ("444", 0, 0)] {
      let kind = Kind.yuv(chroma: .planar, shiftX: shiftX, shiftY: shiftY)
      table["yuv\(name)p"] = RawLayout(kind: kind)
      table["yuvj\(name)p"] = RawLayout(kind: kind, isFullRange: true)
      table["yuv\(name)p10le"] = RawLayout(kind: kind, bits: 10)
      table["yuv\(name)p12le"] = RawLayout(kind: kind, bits: 12)
    }
    for (name, filler) in [("a", 255), ("0", 0)] as [(String, UInt8)] {
      table["rgb\(name)"] = RawLayout(kind: .packed(red: 0, green: 1, blue: 2, step: 4), filler: filler)
      table["bgr\(name)"] = RawLayout(kind: .packed(red: 2, green: 1, blue: 0, step: 4), filler: filler)
      table["\(name)rgb"] = RawLayout(kind: .packed(red: 1, green: 2, blue: 3, step: 4), filler: filler)
      table["\(name)bgr"] = RawLayout(kind: .packed(red: 3, green: 2, blue: 1, step: 4), filler: filler)
    }
    return table
  }()

  /// The size of the chroma planes, in samples.
  package func chromaSize(of size: PixelSize) -> PixelSize {
    guard case .yuv(let chroma, let shiftX, let shiftY) = kind, chroma != .none else {
      return PixelSize(width: 0, height: 0)
    }
    return PixelSize(
      width: (size.width + (1 << shiftX) - 1) >> shiftX, height: (size.height + (1 << shiftY) - 1) >> shiftY)
  }

  /// The bytes of a picture without padding, as `av_image_get_buffer_size` counts them with an alignment of 1.
  func byteCount(of size: PixelSize) -> Int {
    switch kind {
    case .yuv: (size.area + 2 * chromaSize(of: size).area) * bytesPerSample
    case .packed(_, _, _, let step): size.area * step
    case .planarRGB: size.area * 3 * bytesPerSample
    case .palette: size.area + 1024
    }
  }
}
