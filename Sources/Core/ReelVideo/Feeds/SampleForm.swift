import CReelFFmpeg

/// The form of samples that can be encoded as they came: their pixel format and the meaning of their colours.
package struct SampleForm: Hashable, Sendable {
  /// The pixel format.
  package let format: PixelFormat
  /// The tags by their numbers in FFmpeg, which are those of the H.264 standard.
  private let matrix: UInt32
  private let primaries: UInt32
  private let transfer: UInt32
  private let range: UInt32
  private let chromaSite: UInt32

  /// The form of a decoded picture; nil for a format that no movie here has, or one with transparency.
  init?(_ picture: UnsafeMutablePointer<AVFrame>) {
    let native = picture.pointee
    // The same samples under their full-range name.
    let full = [
      AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P,
      AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P,
    ]
    let stored = AVPixelFormat(rawValue: native.format)
    let plain = full[stored] ?? stored
    guard let format = PixelFormat.allCases.first(where: { $0.native == plain && !$0.hasAlpha }) else { return nil }
    self.format = format
    matrix = PictureColors.matrix(of: picture).rawValue
    primaries = native.color_primaries.rawValue
    transfer = native.color_trc.rawValue
    let isFull = native.color_range == AVCOL_RANGE_JPEG || full[stored] != nil
    range = (isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG).rawValue
    chromaSite = native.chroma_location.rawValue
  }

  /// Whether black is 0, and not 16.
  var isFullRange: Bool { range == AVCOL_RANGE_JPEG.rawValue }

  /// The name in YUV4MPEG2 of the place of a chroma sample of 4:2:0 among its four pixels.
  var y4mSite: String {
    switch AVChromaLocation(rawValue: chromaSite) {
    case AVCHROMA_LOC_CENTER: "jpeg"
    case AVCHROMA_LOC_TOPLEFT: "paldv"
    default: "mpeg2"
    }
  }

  /// Tags what an encoder writes.
  func apply(to codec: UnsafeMutablePointer<AVCodecContext>) {
    codec.pointee.colorspace = AVColorSpace(rawValue: matrix)
    codec.pointee.color_primaries = AVColorPrimaries(rawValue: primaries)
    codec.pointee.color_trc = AVColorTransferCharacteristic(rawValue: transfer)
    codec.pointee.color_range = AVColorRange(rawValue: range)
    codec.pointee.chroma_sample_location = AVChromaLocation(rawValue: chromaSite)
  }
}

/// The colours of a picture where its tags leave them open.
enum PictureColors {
  /// The most rows of what players take for a standard definition.
  private static let standardRows = 576

  /// The coefficients between RGB and YUV: those of the tag, or else those that players assume for pictures of this height.
  static func matrix(of picture: UnsafeMutablePointer<AVFrame>) -> AVColorSpace {
    let native = picture.pointee
    guard native.colorspace == AVCOL_SPC_UNSPECIFIED || native.colorspace == AVCOL_SPC_RESERVED else {
      return native.colorspace
    }
    let flags = av_pix_fmt_desc_get(AVPixelFormat(rawValue: native.format))?.pointee.flags ?? 0
    if flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 { return AVCOL_SPC_RGB }
    if ColorTransfer(native.color_trc).isHDR { return AVCOL_SPC_BT2020_NCL }
    return native.height <= standardRows ? AVCOL_SPC_SMPTE170M : AVCOL_SPC_BT709
  }
}
