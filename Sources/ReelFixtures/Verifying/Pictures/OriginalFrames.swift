import ReelCanvas
import ReelGeometry
import ReelVideo

/// The frames of a clip as they were drawn, drawn again and fitted to the pictures of a movie.
struct OriginalFrames {
  private var painter: FixturePainter
  /// The last one: a frame that is shown twice is drawn once.
  private var last: (number: Int, geometry: PictureGeometry, plane: LumaPlane)?

  /// How the movie keeps luma.
  var form = LumaForm.usual {
    didSet { if form != oldValue { last = nil } }
  }

  init(_ recipe: FixtureRecipe) throws { painter = try FixturePainter(recipe) }

  var recipe: FixtureRecipe { painter.recipe }

  /// Returns how light a frame is if the movie shows it.
  mutating func plane(of number: Int, _ geometry: PictureGeometry) throws -> LumaPlane {
    if let last, last.number == number, last.geometry == geometry { return last.plane }
    let plane = try upright(number).fitted(by: geometry.transform, to: geometry.size)
    last = (number, geometry, plane)
    return plane
  }

  /// Returns how light a frame is as it was drawn.
  mutating func upright(_ number: Int) throws -> LumaPlane { LumaPlane(try painter.draw(frame: number), in: form) }

  /// Returns how light a frame of two exchanged fields would be.
  mutating func exchanged(_ number: Int) throws -> LumaPlane {
    LumaPlane(try painter.draw(frame: number, exchangingFields: true), in: form)
  }

  /// Draws a frame, upright.
  mutating func bitmap(of number: Int) throws -> Bitmap { try painter.draw(frame: number) }
}

extension LumaPlane {
  /// The luma of a drawing from 16 to 235.
  ///
  /// - Parameters:
  ///   - bitmap: the drawing.
  ///   - form: the samples of the movie that it is compared with.
  init(_ bitmap: Bitmap, in form: LumaForm = .usual) {
    self.init(size: bitmap.size, bytes: RawPicture.luma(of: bitmap, in: form))
  }
}
