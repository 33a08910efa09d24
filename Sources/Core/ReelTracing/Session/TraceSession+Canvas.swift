import ReelGeometry

extension TraceSession.Header {
  /// The shorter side of the canvas of a session that nobody has recorded yet, in points.
  public static let shorterSide = 720.0
  /// How far a finger may stray on such a canvas where paths are far enough apart, in points.
  public static let widestCorridor = 24.0

  /// Returns a canvas of the shape of a film, whose shorter side is `shorterSide`.
  ///
  /// - Parameter shape: The size of the film's frames.
  public static func canvas(shape: PixelSize) -> Size {
    let scale = shorterSide / Double(min(shape.width, shape.height))
    return Size(width: Double(shape.width) * scale, height: Double(shape.height) * scale)
  }

  /// The size of frames of the canvas's shape: as large as fits into 1280×720 pixels, with even sides of 16 pixels at least.
  public var naturalSize: PixelSize {
    let scale = min(1280 / canvas.width, 720 / canvas.height)
    func even(_ side: Double) -> Int { max(16, 2 * Int(clamping: (side * scale / 2).rounded())) }
    return PixelSize(width: even(canvas.width), height: even(canvas.height))
  }
}
