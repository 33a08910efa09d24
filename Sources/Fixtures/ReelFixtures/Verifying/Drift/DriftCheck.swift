import ReelCanvas
import ReelTiming
import ReelVideo

/// Compares a movie, picture by picture, with what its recipe draws today.
///
/// It shows whether drawing, encoding or decoding has changed since the movie was made. It holds only one picture of
/// each in memory at a time.
public struct DriftCheck {
  /// The thresholds for equal pictures.
  ///
  /// A codec loses a little everywhere. A change in drawing changes a few tiles a lot.
  public struct Thresholds: Hashable, Sendable {
    /// The minimum PSNR of a whole picture, for luma and chroma, in decibels.
    ///
    /// For drawings, H.264 at crf 23 gives 40 and more, at crf 40 about 30.
    public var picture = 35.0
    /// The minimum PSNR of any 16×16 tile, in decibels.
    ///
    /// 17 is a mean difference of a seventh of the range from black to white, as from a missing line.
    public var tile = 17.0

    /// Creates the default thresholds.
    public init() {}
  }

  /// A picture that a recipe draws.
  public struct Drawn {
    /// The presentation time in seconds.
    public var time: Double
    /// The picture as stored.
    public var bitmap: Bitmap

    /// Creates a picture.
    public init(time: Double, bitmap: Bitmap) {
      self.time = time
      self.bitmap = bitmap
    }
  }

  /// The path of the movie.
  public var path: String
  /// The thresholds.
  public var thresholds = Thresholds()

  /// Creates the check of a movie.
  public init(path: String) { self.path = path }

  /// Decodes the movie and draws every picture again.
  ///
  /// Blocks while it decodes: call it on a separate thread.
  ///
  /// - Parameters:
  ///   - count: The number of pictures in the recipe.
  ///   - rate: The frame rate of numbered pictures, which do not store one.
  ///   - draw: Draws a picture. It is called once for each number, in ascending order.
  /// - Throws: `MovieError.unreadable` for a file that cannot be read; the errors of drawing.
  public func run(count: Int, rate: FrameRate, draw: (Int) throws -> Drawn) throws -> DriftResult {
    let reader = try ClipReader(path: path, pictureRate: rate)
    let shift = reader.facts.container == "mpegts" ? MediaContainer.ts.timeShift.seconds : 0
    let tolerance = TimelineReference(tick: abs(reader.facts.tick.seconds))
      .tolerance(interval: rate.seconds(ofFrame: 1))
    var result = DriftResult(file: path, drawn: count)
    while let frame = reader.nextFrame() {
      defer { result.pictures += 1 }
      guard result.pictures < count else { continue }
      let drawn = try draw(result.pictures)
      let time = frame.pts.map { $0.seconds - shift }
      let isLate = time.map { abs($0 - drawn.time) > tolerance } ?? false
      try result.add(compare(frame, drawn.bitmap), number: result.pictures, time: drawn.time, isLate: isLate)
    }
    result.errors = reader.errorCount
    if result.pictures == 0, count > 0 {
      throw MovieError.unreadable(path: path, reason: "no picture in it can be decoded")
    }
    return result
  }

  private func compare(_ frame: ClipFrame, _ bitmap: Bitmap) throws -> DriftResult.Likeness {
    guard frame.size == bitmap.size else { return .otherSize(frame.size) }
    let (samples, form) = try frame.luma()
    let planes = (seen: LumaPlane(size: frame.size, bytes: samples), drawn: LumaPlane(bitmap, in: form))
    let luma = PictureQuality(planes.seen, planes.drawn)
    let tile = LumaPlane.worstTile(planes.seen, planes.drawn)
    let seen = try frame.raw()
    var chroma: Double?
    // In formats with one byte a sample, everything after luma is chroma.
    if seen.isPortable, seen.format.hasPrefix("yuv"), !seen.format.contains("10"), !seen.format.contains("12") {
      let drawn = try RawPicture(bitmap, format: seen.format)
      chroma = LumaPlane.psnr(seen.bytes[frame.size.area...], drawn.bytes[frame.size.area...])
    }
    let isSame =
      luma.psnr >= thresholds.picture && tile >= thresholds.tile && chroma ?? .infinity >= thresholds.picture
    return .measured(psnr: luma.psnr, chroma: chroma, tile: tile, isSame: isSame)
  }
}
