import ReelVideo
import CReelFFmpeg
import ReelGeometry

/// The sizes that an encoder supports: FFmpeg rejects others with "Invalid argument", or writes unreadable files.
struct EncoderSizes {
  let encoder: EncoderCatalog.Encoder
  let pixelFormat: String

  /// Rejects a size with a helpful message.
  func check(_ size: PixelSize) throws(InvalidValue) {
    if let sizes = Self.standard[encoder.codec] {
      guard sizes.contains(size) else {
        let list = sizes.map(\.description).joined(separator: ", ")
        throw InvalidValue("size", size, expected: "one that \(encoder.codec) supports: \(list)")
      }
    }
    if encoder.codec == "dnxhd", size.width < 256 || size.height < 120 {
      throw InvalidValue("size", size, expected: "256x120 or larger with \(encoder.name)")
    }
    let unit = unit(for: size)
    guard size.width % unit.width == 0, size.height % unit.height == 0 else {
      let nearest = PixelSize(
        width: (size.width + unit.width - 1) / unit.width * unit.width,
        height: (size.height + unit.height - 1) / unit.height * unit.height)
      throw InvalidValue(
        "size", size, expected: "a multiple of \(unit) with \(encoder.name) in \(pixelFormat), such as \(nearest)")
    }
  }

  /// The unit that both sides must be multiples of.
  private func unit(for size: PixelSize) -> PixelSize {
    // With an odd number of blocks in a row, FFmpeg decodes whole rows of blocks only (seen in 5.1).
    if encoder.name == "cfhd" { return PixelSize(width: 16, height: size.width % 32 == 0 ? 1 : 16) }
    if let own = Self.units[encoder.name] { return own }
    guard Self.needsWholeChroma.contains(encoder.name), let native = try? RawPicture.native(pixelFormat),
      let description = av_pix_fmt_desc_get(native)
    else { return PixelSize(width: 1, height: 1) }
    return PixelSize(
      width: 1 << Int(description.pointee.log2_chroma_w), height: 1 << Int(description.pointee.log2_chroma_h))
  }

  /// The fixed sizes of codecs: those of video telephony, and of tapes (with broadcast rates).
  private static let standard: [String: [PixelSize]] = [
    "h261": [PixelSize(width: 176, height: 144), PixelSize(width: 352, height: 288)],
    "h263": [
      PixelSize(width: 128, height: 96), PixelSize(width: 176, height: 144), PixelSize(width: 352, height: 288),
      PixelSize(width: 704, height: 576), PixelSize(width: 1408, height: 1152),
    ],
    "dvvideo": [
      PixelSize(width: 1440, height: 1080), PixelSize(width: 1280, height: 1080), PixelSize(width: 960, height: 720),
      PixelSize(width: 720, height: 480), PixelSize(width: 720, height: 576),
    ],
  ]

  /// Encoders that support only whole blocks, in any pixel format.
  private static let units: [String: PixelSize] = [
    "amv": PixelSize(width: 1, height: 16), "cinepak": PixelSize(width: 4, height: 4),
    "cljr": PixelSize(width: 4, height: 1), "dxv": PixelSize(width: 4, height: 4),
    "h263p": PixelSize(width: 4, height: 4), "hap": PixelSize(width: 4, height: 4),
    "libxvid": PixelSize(width: 2, height: 2),
    "msvideo1": PixelSize(width: 4, height: 4), "prores_aw": PixelSize(width: 2, height: 1),
    "speedhq": PixelSize(width: 16, height: 1), "v210": PixelSize(width: 2, height: 1),
    "v308": PixelSize(width: 2, height: 1), "v410": PixelSize(width: 2, height: 1),
    "wmv1": PixelSize(width: 2, height: 1), "wmv2": PixelSize(width: 2, height: 1),
    "y41p": PixelSize(width: 8, height: 1),
  ]

  /// Encoders that do not support half a chroma sample at an edge.
  private static let needsWholeChroma: Set = [
    "libx264", "libx264rgb", "libx265", "libopenh264", "ffvhuff", "utvideo", "vc2",
  ]
}
