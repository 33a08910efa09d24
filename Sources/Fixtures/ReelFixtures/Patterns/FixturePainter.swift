import ReelCanvas
import ReelGeometry
import ReelScenes
import ReelTiming
import ReelVideo

/// Draws the frames of a recipe, in any order and as often as needed.
///
/// Faults in the order and times of frames belong to `FixturePlan`.
public struct FixturePainter {
  /// The recipe to draw.
  public let recipe: FixtureRecipe

  let content: FixtureContent
  /// Reused, because allocating memory for every frame takes longer than drawing.
  private var bitmap: Bitmap
  /// The second field of an interlaced frame.
  private var later: Bitmap?
  private var flake: (scene: SceneSource, bitmap: Bitmap)?

  /// Creates a painter.
  ///
  /// - Throws: `InvalidValue` for an invalid recipe.
  public init(_ recipe: FixtureRecipe) throws(InvalidValue) {
    try recipe.validate()
    self.recipe = recipe
    let rate = recipe.frameRate
    let form = try FrameMarkForm(version: recipe.drawing, size: recipe.shownSize)
    // An interlaced frame has two fields, each drawn as a frame at twice the rate.
    let fields = recipe.fields == .progressive ? 1 : 2
    let drawing = PatternDrawing(
      size: recipe.shownSize, seed: recipe.seed, frameCount: fields * recipe.frameCount,
      rate: (fields * rate.numerator, rate.denominator))
    content = FixtureContent(recipe: recipe, form: form, drawing: drawing)
    bitmap = Bitmap(size: recipe.shownSize)
  }

  /// Draws a frame as shown, upright.
  ///
  /// - Throws: `InvalidValue` for a number beyond the recipe's frames; Cairo's errors for a snowflake.
  public mutating func draw(frame number: Int) throws -> Bitmap { try draw(frame: number, exchangingFields: false) }

  /// Draws a frame, optionally with its two fields exchanged.
  mutating func draw(frame number: Int, exchangingFields isExchanged: Bool) throws -> Bitmap {
    let mark = try mark(number)
    if recipe.fields != .progressive, !recipe.flashes(at: number) {
      try drawFields(number, first: isExchanged ? recipe.fields.exchanged : recipe.fields)
      PixelPainter.paint(&bitmap) { mark.draw(with: $0, content.form) }
      return bitmap
    }
    if recipe.pattern == .snowflake, !recipe.flashes(at: number) { bitmap = try snowflake(number) }
    PixelPainter.paint(&bitmap) { content.paint(number, mark, on: $0) }
    return bitmap
  }

  /// The mark of a frame.
  ///
  /// - Throws: `InvalidValue` for a number beyond the recipe's frames.
  func mark(_ number: Int) throws(InvalidValue) -> FrameMark {
    guard (0..<recipe.frameCount).contains(number) else {
      throw InvalidValue("frame", number, expected: "from 0 to \(recipe.frameCount - 1)")
    }
    return try FrameMark(number: number, clip: recipe.clip)
  }

  /// Draws a frame as stored, turned by the inverse of the player's rotation.
  public mutating func drawStored(frame number: Int) throws -> Bitmap {
    try draw(frame: number).oriented(recipe.orientation.inverse)
  }

  /// Draws a frame and converts it to a pixel format with the BT.709 matrix, as for most encoders.
  public mutating func picture(frame number: Int, format: String) throws -> RawPicture {
    try RawPicture(drawStored(frame: number), format: format)
  }

  /// Draws the pattern at two moments, each into the lines of one field.
  private mutating func drawFields(_ number: Int, first order: FieldOrder) throws {
    var later = self.later ?? Bitmap(size: recipe.shownSize)
    self.later = nil
    if recipe.pattern == .snowflake {
      bitmap = try snowflake(number)
      later = try snowflake(number, isLater: true)
    } else {
      PixelPainter.paint(&bitmap) { content.drawing.draw(recipe.pattern, frame: 2 * number, with: $0) }
      PixelPainter.paint(&later) { content.drawing.draw(recipe.pattern, frame: 2 * number + 1, with: $0) }
    }
    let (first, stride, height) = (order == .topFirst ? 1 : 0, bitmap.bytesPerRow, bitmap.height)
    later.withUnsafeBytes { from in
      bitmap.withUnsafeMutableBytes { to in
        for line in Swift.stride(from: first, to: height, by: 2) {
          UnsafeMutableRawBufferPointer(rebasing: to[line * stride..<(line + 1) * stride])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[line * stride..<(line + 1) * stride]))
        }
      }
    }
    self.later = later
  }

  private mutating func snowflake(_ number: Int, isLater: Bool = false) throws -> Bitmap {
    let rate = recipe.frameRate
    if flake == nil {
      var film = PatternFilm(.snowflake)
      let fields = recipe.fields == .progressive ? 1 : 2
      film.frameRate = try FrameRate(fields * rate.numerator, rate.denominator)
      film.frameCount = fields * recipe.frameCount
      flake = (
        try SceneSource(film, size: recipe.shownSize, frameRate: film.frameRate), Bitmap(size: recipe.shownSize)
      )
    }
    guard var state = flake else { return bitmap }
    flake = nil
    // The second field shows the moment halfway between two frames.
    let seconds = rate.seconds(ofFrame: number) + (isLater ? rate.seconds(ofFrame: 1) / 2 : 0)
    _ = try state.scene.draw(atSeconds: seconds, into: &state.bitmap)
    flake = state
    return state.bitmap
  }
}

/// The contents of a recipe's frames.
struct FixtureContent {
  let recipe: FixtureRecipe
  let form: FrameMarkForm
  let drawing: PatternDrawing

  /// Paints a frame at one moment.
  ///
  /// For a snowflake it paints only what goes on top.
  func paint(_ number: Int, _ mark: FrameMark, on surface: some PixelSurface) {
    if recipe.flashes(at: number) {
      surface.fill(x: 0, y: 0, width: surface.width, height: surface.height, .white)
    } else if recipe.pattern != .snowflake {
      drawing.draw(recipe.pattern, frame: number, with: surface)
    }
    mark.draw(with: surface, form)
  }
}

extension FixtureRecipe {
  /// Whether a frame is white all over.
  ///
  /// In a clip with beeps, that is the first frame at or after each whole second.
  public func flashes(at number: Int) -> Bool {
    guard sound == .beep else { return false }
    // Frame n begins at n·d/r seconds. Compare the whole seconds that have passed with those of the frame before.
    let (rate, length) = (frameRate.numerator, frameRate.denominator)
    return number == 0 || number * length / rate > (number - 1) * length / rate
  }
}

extension ImageOrientation {
  /// The inverse orientation.
  var inverse: ImageOrientation {
    switch self {
    case .left: .right
    case .right: .left
    default: self
    }
  }
}
