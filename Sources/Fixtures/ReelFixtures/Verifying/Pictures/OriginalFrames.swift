import ReelCanvas
import ReelGeometry
import ReelVideo

/// The frames of a clip as they were drawn, drawn again and fitted to the pictures of a movie.
struct OriginalFrames {
  private var painter: FixturePainter
  /// The last one: a frame that is shown twice is drawn once.
  private var last: (number: Int, geometry: PictureGeometry, plane: LumaPlane)?
  /// How frames become pictures of the last geometry.
  private var fitting: (geometry: PictureGeometry, fitting: PictureFitting)?
  /// What colours become in samples of the form; renewed when that changed.
  private var levels = LumaLevels(.usual)
  /// Drawn on again and again, because fresh memory for every frame costs more than drawing.
  private var canvas: LumaPlane

  /// How the movie keeps luma.
  var form = LumaForm.usual {
    didSet { if form != oldValue { last = nil } }
  }

  init(_ recipe: FixtureRecipe) throws {
    painter = try FixturePainter(recipe)
    canvas = LumaPlane(size: recipe.shownSize)
  }

  var recipe: FixtureRecipe { painter.recipe }

  /// Returns how light a frame is if the movie shows it.
  mutating func plane(of number: Int, _ geometry: PictureGeometry) throws -> LumaPlane {
    if let last, last.number == number, last.geometry == geometry { return last.plane }
    // Nobody else may hold the canvas, or it would be copied.
    last = nil
    let fitting: PictureFitting
    if let known = self.fitting, known.geometry == geometry {
      fitting = known.fitting
    } else {
      fitting = PictureFitting(geometry.transform, from: canvas.size, to: geometry.size)
      self.fitting = (geometry, fitting)
    }
    let plane = fitting.fit(try upright(number))
    last = (number, geometry, plane)
    return plane
  }

  /// Returns how light a frame is as it was drawn.
  mutating func upright(_ number: Int) throws -> LumaPlane { try draw(number, exchangingFields: false) }

  /// Returns how light a frame of two exchanged fields would be.
  mutating func exchanged(_ number: Int) throws -> LumaPlane { try draw(number, exchangingFields: true) }

  private mutating func draw(_ number: Int, exchangingFields isExchanged: Bool) throws -> LumaPlane {
    if levels.form != form { levels = LumaLevels(form) }
    try painter.drawLuma(frame: number, exchangingFields: isExchanged, &levels, into: &canvas)
    return canvas
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
