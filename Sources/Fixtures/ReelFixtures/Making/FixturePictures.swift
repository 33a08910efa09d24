import ReelCanvas
import ReelTiming
import ReelVideo

/// Draws the pictures of a clip in the form that encoders take, each with the MD5 of its bytes.
struct FixturePictures {
  private var painter: FixturePainter
  private let stairs: AlphaStairs?
  /// The last picture, since a frame may be shown twice in a row.
  private var last: (frame: Int, picture: RawPicture, hash: String)?

  init(_ recipe: FixtureRecipe) throws {
    painter = try FixturePainter(recipe)
    stairs = recipe.hasAlpha ? AlphaStairs(try FrameMarkPairLayout(size: recipe.size)) : nil
  }

  /// Returns the picture of a frame.
  ///
  /// `convert` converts it to the encoder's pixel format.
  mutating func picture(
    of frame: Int, as convert: (Bitmap) throws -> RawPicture
  ) throws -> (picture: RawPicture, hash: String) {
    if let last, last.frame == frame { return (last.picture, last.hash) }
    return try PerformanceTimer.measure("draw") {
      var picture = try convert(painter.drawStored(frame: frame))
      if let stairs { picture = picture.withAlpha(stairs.level) }
      let hash = picture.md5
      last = (frame, picture, hash)
      return (picture, hash)
    }
  }
}
