import ReelGeometry

extension TraceSession.Header {
  /// The shorter side of a new session's canvas, in points.
  public static let shorterSide = 720.0
  /// The maximum distance of a finger on such a canvas, in points, if the paths are far enough apart.
  public static let widestCorridor = 24.0

  /// Returns a canvas with the aspect ratio of a film, whose shorter side is `shorterSide`.
  ///
  /// - Parameter shape: The size of the film's frames.
  public static func canvas(shape: PixelSize) -> Size {
    let scale = shorterSide / Double(min(shape.width, shape.height))
    return Size(width: Double(shape.width) * scale, height: Double(shape.height) * scale)
  }

  /// The size of frames with the canvas's aspect ratio: as large as fits into 1280×720 pixels, with even sides of at least 16 pixels.
  public var naturalSize: PixelSize {
    let scale = min(1280 / canvas.width, 720 / canvas.height)
    func even(_ side: Double) -> Int { max(16, 2 * Int(clamping: (side * scale / 2).rounded())) }
    return PixelSize(width: even(canvas.width), height: even(canvas.height))
  }
}
