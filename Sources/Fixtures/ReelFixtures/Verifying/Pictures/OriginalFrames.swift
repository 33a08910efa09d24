import ReelClips
import ReelCanvas
import ReelGeometry
import ReelVideo

/// The original frames of a clip, drawn again and fitted to the pictures of a movie.
struct OriginalFrames {
  private var painter: FixturePainter
  /// The last frame, so that one shown twice is drawn once.
  private var last: (number: Int, geometry: PictureGeometry, plane: LumaPlane)?
  /// The fitting for the last geometry.
  private var fitting: (geometry: PictureGeometry, fitting: PictureFitting)?
  /// The luma of each colour in the current sample form; replaced when the form changes.
  private var levels = LumaLevels(.usual)
  /// Reused for every frame, because allocating memory takes longer than drawing.
  private var canvas: LumaPlane

  /// The form of the movie's luma samples.
  var form = LumaForm.usual {
    didSet { if form != oldValue { last = nil } }
  }

  init(_ recipe: FixtureRecipe) throws {
    painter = try FixturePainter(recipe)
    canvas = LumaPlane(size: recipe.shownSize)
  }

  var recipe: FixtureRecipe { painter.recipe }

  /// Returns the luma of a frame as the movie would show it.
  mutating func plane(of number: Int, _ geometry: PictureGeometry) throws -> LumaPlane {
    if let last, last.number == number, last.geometry == geometry { return last.plane }
    // The canvas must have no other owner, or it would be copied.
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

  /// Returns the luma of a frame as drawn.
  mutating func upright(_ number: Int) throws -> LumaPlane { try draw(number, exchangingFields: false) }

  /// Returns the luma of a frame with its two fields exchanged.
  mutating func exchanged(_ number: Int) throws -> LumaPlane { try draw(number, exchangingFields: true) }

  private mutating func draw(_ number: Int, exchangingFields isExchanged: Bool) throws -> LumaPlane {
    if levels.form != form { levels = LumaLevels(form) }
    try painter.drawLuma(frame: number, exchangingFields: isExchanged, &levels, into: &canvas)
    return canvas
  }

  /// Draws an upright frame.
  mutating func bitmap(of number: Int) throws -> Bitmap { try painter.draw(frame: number) }
}

extension LumaPlane {
  /// The luma of a drawing, from 16 to 235.
  ///
  /// - Parameters:
  ///   - bitmap: The drawing.
  ///   - form: The sample form of the movie that it is compared with.
  init(_ bitmap: Bitmap, in form: LumaForm = .usual) {
    self.init(size: bitmap.size, bytes: RawPicture.luma(of: bitmap, in: form))
  }
}
