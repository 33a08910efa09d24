import ReelCanvas
import ReelTiming
import ReelVideo

/// Compares a movie, picture by picture, with what its recipe draws today.
///
/// It shows whether drawing, encoding or decoding has changed since the movie was made. One picture of each is in memory at a time.
public struct DriftCheck {
  /// The thresholds for equal pictures.
  ///
  /// A codec loses something everywhere; a change of the drawing changes a few tiles a lot.
  public struct Thresholds: Hashable, Sendable {
    /// The lowest PSNR of a whole picture, of its luma and of its chroma, in decibels.
    ///
    /// H.264 at crf 23 has 40 and more on drawings, at crf 40 about 30.
    public var picture = 35.0
    /// The lowest PSNR of any 16×16 pixels, in decibels.
    ///
    /// 17 is a mean difference of a seventh of the range from black to white, as where a line is missing.
    public var tile = 17.0

    /// Creates the usual thresholds.
    public init() {}
  }

  /// A picture that a recipe draws.
  public struct Drawn {
    /// When it is shown, in seconds.
    public var time: Double
    /// The picture as it is stored.
    public var bitmap: Bitmap

    /// Creates a picture.
    public init(time: Double, bitmap: Bitmap) {
      self.time = time
      self.bitmap = bitmap
    }
  }

  /// The movie.
  public var path: String
  /// The thresholds.
  public var thresholds = Thresholds()

  /// Creates the check of a movie.
  public init(path: String) { self.path = path }

  /// Decodes the movie and draws everything again.
  ///
  /// It blocks while it decodes: call it on a thread of its own.
  ///
  /// - Parameters:
  ///   - count: the number of pictures that the recipe has.
  ///   - rate: that of numbered pictures, which hold none.
  ///   - draw: draws a picture; it is called with rising numbers, each once.
  /// - Throws: `MovieError.unreadable` for a file that can't be read; what drawing throws.
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
    // Of formats with one byte a sample all that follows luma is chroma.
    if seen.isPortable, seen.format.hasPrefix("yuv"), !seen.format.contains("10"), !seen.format.contains("12") {
      let drawn = try RawPicture(bitmap, format: seen.format)
      chroma = LumaPlane.psnr(seen.bytes[frame.size.area...], drawn.bytes[frame.size.area...])
    }
    let isSame =
      luma.psnr >= thresholds.picture && tile >= thresholds.tile && chroma ?? .infinity >= thresholds.picture
    return .measured(psnr: luma.psnr, chroma: chroma, tile: tile, isSame: isSame)
  }
}
