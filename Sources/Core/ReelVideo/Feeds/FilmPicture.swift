import CReelFFmpeg
import ReelGeometry

/// A picture on its way into a film: samples as they came, and when they are shown.
///
/// Unchecked Sendable: nobody writes the samples once the picture is made.
package final class FilmPicture: @unchecked Sendable {
  /// The size of the samples.
  package let size: PixelSize
  /// When it is shown, in ticks of its feed's clock, and how long.
  package internal(set) var span: FrameSpan
  /// The form in which the samples can be encoded as they are; nil where they have to be converted.
  package let form: SampleForm?
  let frame: VideoFrame

  init(_ frame: consuming VideoFrame, _ span: FrameSpan) {
    size = PixelSize(width: Int(frame.pointer.pointee.width), height: Int(frame.pointer.pointee.height))
    self.span = span
    form = SampleForm(frame.pointer)
    self.frame = frame
  }

  /// The memory that the samples take, in bytes.
  package var byteCount: Int { max(0, Int(reel_frame_byte_count(frame.pointer))) }

  /// Whether pixels may be transparent.
  var hasAlpha: Bool { Self.hasAlpha(frame.pointer.pointee.format) }

  static func hasAlpha(_ format: Int32) -> Bool {
    let flags = av_pix_fmt_desc_get(AVPixelFormat(rawValue: format))?.pointee.flags ?? 0
    return flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
  }
}
