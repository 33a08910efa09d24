import CReelFFmpeg
import ReelCanvas
import ReelGeometry
import ReelTiming

/// One decoded picture of a movie.
public final class DecodedFrame {
  /// The presentation time, or nil if unknown.
  public let time: MediaTime?
  /// The duration, or nil if neither the file nor its rate determines it.
  public let duration: MediaTime?
  /// The index of the frame at the movie's rate: exact if the container's times are, otherwise the nearest.
  public let index: Int?
  /// Whether decoding can begin here.
  public let isKeyframe: Bool
  /// The size of the picture.
  public let size: PixelSize

  private let frame: VideoFrame

  init(_ frame: consuming VideoFrame, tick: MediaTime, rate: FrameRate?) {
    let picture = frame.pointer.pointee
    let pts = picture.pts == reel_no_timestamp() ? picture.best_effort_timestamp : picture.pts
    let time =
      pts == reel_no_timestamp()
      ? nil
      : MediaTime(ticks: Int(pts), tickNumerator: tick.tickNumerator, tickDenominator: tick.tickDenominator)
    self.time = time
    let length = Int(reel_frame_duration(frame.pointer))
    duration =
      length > 0
      ? MediaTime(ticks: length, tickNumerator: tick.tickNumerator, tickDenominator: tick.tickDenominator)
      : rate.map { MediaTime(ticks: 1, tickNumerator: $0.denominator, tickDenominator: $0.numerator) }
    index = rate.flatMap { rate in time.flatMap { $0.frameIndex(at: rate) ?? $0.nearestFrameIndex(at: rate) } }
    isKeyframe = reel_frame_is_key(frame.pointer) != 0
    size = PixelSize(width: Int(picture.width), height: Int(picture.height))
    self.frame = frame
  }

  /// Returns the rows of a plane (0 is luma), without the padding between them.
  ///
  /// Only for planes with 8 bits per sample, as this package writes them; empty for a missing plane.
  public func plane(_ number: Int) -> [UInt8] { frame.plane(number) }

  /// Returns the picture as a bitmap, according to the file's own colour tags.
  ///
  /// Without tags it is read as players do: BT.601 up to 576 rows, else BT.709. High dynamic range becomes sRGB by the tone curve
  /// of ITU-R BT.2390.
  ///
  /// - Throws: `FFmpegError` for a pixel format that cannot be converted.
  public func bitmap() throws -> Bitmap {
    guard Bitmap.sideRange.contains(size.width), Bitmap.sideRange.contains(size.height) else {
      throw FFmpegError(.invalidData, operation: "conversion of a picture of \(size)")
    }
    var bitmap = Bitmap(size: size)
    try BitmapReader(LightMetadata(frame: frame.pointer, stream: nil)).read(frame, into: &bitmap)
    return bitmap
  }
}
