import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

/// One decoded picture of a clip.
///
/// It holds the decoder's memory, and copies samples on request.
public final class ClipFrame {
  /// The presentation time on the stream's clock, or nil if unknown.
  public let pts: MediaTime?
  /// The duration, or nil if unknown.
  public let duration: MediaTime?
  /// Whether decoding can begin here.
  public let isKeyframe: Bool
  /// Whether the decoder or the container reports damage in the picture.
  public let isCorrupt: Bool
  /// The size of the stored picture.
  public let size: PixelSize
  /// The pixel format by its FFmpeg name.
  public let pixelFormat: String

  /// The field order, by the frame's flags.
  public let fields: FieldOrder
  /// The colour tags of the picture, by FFmpeg's names.
  public let colors: MovieFacts.ColorTags
  /// The transfer function, by its tag.
  public let transfer: ColorTransfer
  /// The light metadata; nil if neither the picture nor its stream has any.
  public let light: LightMetadata?

  /// The coefficients between RGB and YUV.
  package let matrix: ColorMatrix
  private let isMatrixFixed: Bool
  package let frame: VideoFrame

  /// - Parameters:
  ///   - codec: The FFmpeg name of the source's codec: some codecs fix the matrix.
  ///   - stream: Supplies values that the frame lacks.
  package init(_ frame: consuming VideoFrame, clock: TimeBase, codec: String, stream: UnsafeMutablePointer<AVStream>?) {
    let native = frame.pointer.pointee
    isMatrixFixed = ColorMatrix.fixed(by: codec) != nil
    matrix = ColorMatrix(native.colorspace) ?? .fixed(by: codec) ?? .bt709
    colors = MovieFacts.ColorTags(
      matrix: native.colorspace, primaries: native.color_primaries, transfer: native.color_trc,
      range: native.color_range)
    transfer = ColorTransfer(native.color_trc)
    fields = FieldOrder(of: frame)
    light = LightMetadata(frame: frame.pointer, stream: stream)
    let time = native.best_effort_timestamp == reel_no_timestamp() ? native.pts : native.best_effort_timestamp
    pts = time == reel_no_timestamp() ? nil : clock.time(Int(time))
    let length = reel_frame_duration(frame.pointer)
    duration = length > 0 ? clock.time(Int(length)) : nil
    isKeyframe = reel_frame_is_key(frame.pointer) != 0
    isCorrupt = reel_frame_is_corrupt(frame.pointer) != 0
    size = PixelSize(width: Int(native.width), height: Int(native.height))
    pixelFormat = RawPicture.canonicalName(AVPixelFormat(rawValue: native.format))
    self.frame = frame
  }

  /// Returns a copy of the samples.
  ///
  /// - Throws: `FFmpegError` if memory runs out.
  public func raw() throws -> RawPicture { try raw(as: transfer) }

  /// Returns a copy of the samples of a picture that has lost its tags.
  package func raw(as transfer: ColorTransfer) throws -> RawPicture {
    let native = frame.pointer.pointee
    let range: Bool? =
      switch native.color_range {
      case AVCOL_RANGE_JPEG: true
      // Grey is full range here and in FFmpeg's scaler, whatever its tag says.
      case AVCOL_RANGE_MPEG: pixelFormat.hasPrefix("gray") ? true : false
      default: nil
      }
    return RawPicture(
      trusting: try frame.bytes(), size: size, format: pixelFormat, isFullRange: range,
      matrix: transfer == self.transfer || !transfer.isHDR ? matrix : .bt2020, transfer: transfer)
  }

  /// Returns a copy of the samples, with the matrix that players assume if the film does not tag it: see `PictureColors`.
  package func shown() throws -> RawPicture {
    var picture = try raw()
    if ColorMatrix(frame.pointer.pointee.colorspace) == nil, !isMatrixFixed {
      picture.matrix = ColorMatrix(PictureColors.matrix(of: frame.pointer)) ?? matrix
    }
    return picture
  }

  /// Returns the lightness of each pixel, from 0 for black to 255 for white, row by row without padding.
  ///
  /// - Throws: `FFmpegError` for a pixel format that swscale cannot convert from.
  public func gray() throws -> [UInt8] { try raw().gray() }

  /// Returns the picture as stored; `Bitmap.oriented(_:)` turns it upright.
  ///
  /// - Throws: `FFmpegError` for a pixel format that swscale cannot convert from.
  public func bitmap() throws -> Bitmap { try raw().bitmap() }
}

extension ColorMatrix {
  /// Creates the matrix of a tag; nil for an unsupported or missing one.
  init?(_ tag: AVColorSpace) {
    switch tag {
    case AVCOL_SPC_BT709: self = .bt709
    case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: self = .bt2020
    case AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG, AVCOL_SPC_FCC: self = .bt601
    default: return nil
    }
  }

  /// The matrix's tag in streams and containers.
  var tag: AVColorSpace {
    switch self {
    case .bt601: AVCOL_SPC_SMPTE170M
    case .bt2020: AVCOL_SPC_BT2020_NCL
    default: AVCOL_SPC_BT709
    }
  }

  /// The matrix's number in swscale, which is the same as the tag's.
  var scalerNumber: Int32 {
    switch self {
    case .bt601: SWS_CS_ITU601
    case .bt2020: SWS_CS_BT2020
    default: SWS_CS_ITU709
    }
  }
}

extension ColorTransfer {
  /// Creates the transfer of a tag; everything that is not HDR is SDR.
  init(_ tag: AVColorTransferCharacteristic) {
    switch tag {
    case AVCOL_TRC_SMPTE2084: self = .pq
    case AVCOL_TRC_ARIB_STD_B67: self = .hlg
    default: self = .sdr
    }
  }

  /// The transfer's tag in streams and containers.
  var tag: AVColorTransferCharacteristic {
    switch self {
    case .sdr: AVCOL_TRC_BT709
    case .pq: AVCOL_TRC_SMPTE2084
    case .hlg: AVCOL_TRC_ARIB_STD_B67
    }
  }

  /// The tag of the corresponding primaries in streams and containers.
  var primaries: AVColorPrimaries { isHDR ? AVCOL_PRI_BT2020 : AVCOL_PRI_BT709 }
}
