import CReelFFmpeg
import ReelGeometry

/// A picture on its way into a film: samples as they came, and when they are shown.
///
/// Unchecked Sendable: the samples don't change once the picture is made.
package final class FilmPicture: @unchecked Sendable {
  /// The size of the samples.
  package let size: PixelSize
  /// When it is shown, in ticks of its feed's clock, and how long.
  package var span: FrameSpan
  /// The form in which the samples can be encoded as they are; nil where they have to be converted.
  package let form: SampleForm?
  /// What begins with it.
  package var marks: [PictureMark] = []
  /// Its samples; none where it is on a canvas.
  package let frame: VideoFrame
  /// The canvas that it is on, together with all that came before.
  package let canvas: PixelCanvas?

  package init(_ frame: consuming VideoFrame, _ span: FrameSpan) {
    size = PixelSize(width: Int(frame.pointer.pointee.width), height: Int(frame.pointer.pointee.height))
    self.span = span
    form = SampleForm(frame.pointer)
    self.frame = frame
    canvas = nil
  }

  /// Creates a picture that was put on a canvas.
  ///
  /// - Throws: `FFmpegError` where memory is short.
  package init(on canvas: PixelCanvas, _ span: FrameSpan, marks: [PictureMark] = []) throws(FFmpegError) {
    frame = try VideoFrame()
    (self.canvas, self.span, self.marks) = (canvas, span, marks)
    (size, form) = (canvas.size, nil)
  }

  /// The memory that the samples take, in bytes.
  package var byteCount: Int { max(0, Int(reel_frame_byte_count(frame.pointer))) }

  /// Whether pixels may be transparent.
  package var hasAlpha: Bool { Self.hasAlpha(frame.pointer.pointee.format) }

  package static func hasAlpha(_ format: Int32) -> Bool {
    let flags = av_pix_fmt_desc_get(AVPixelFormat(rawValue: format))?.pointee.flags ?? 0
    return flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
  }
}

/// A chapter or caption that begins with a picture.
package enum PictureMark: Hashable, Sendable {
  /// A chapter of this title begins.
  case chapter(String)
  /// This caption is shown from here on; an empty one ends it.
  case caption(String)
}
