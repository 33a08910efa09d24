import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// A layer that shows a pattern's current frame in whole pixels.
final class PatternLayer: Layer {
  private let film: PatternFilm
  private var number = 0 { didSet { if number != oldValue { setNeedsDisplay() } } }
  /// The frame drawn last.
  ///
  /// A frame may be drawn in parts, but a pattern is always drawn whole.
  private var drawn: (number: Int, bitmap: Bitmap)?
  /// The layer of the snowflake, whose time is set for each frame.
  private var flake: SceneLayer?

  init(_ film: PatternFilm, frame: Rect) {
    self.film = film
    super.init(frame: frame)
  }

  /// Adds the snowflake to the layer, which must be on a stage.
  func install(_ film: SnowflakeFilm) throws {
    let flake = try install(
      film, in: bounds, frameInterval: self.film.frameRate.seconds(ofFrame: 1), length: film.duration)
    flake.speed = 0
    self.flake = flake
  }

  override func update(at time: Double) {
    number = film.frame(at: time)
    flake?.timeOffset = film.frameRate.seconds(ofFrame: number)
  }

  override func draw(in context: GraphicsContext) {
    if film.pattern == .snowflake { return }
    if drawn?.number != number {
      var bitmap = drawn?.bitmap ?? Bitmap(size: PixelSize(covering: bounds.size))
      drawn = nil
      let drawing = PatternDrawing(
        size: bitmap.size, seed: film.seed, frameCount: film.frameCount,
        rate: (film.frameRate.numerator, film.frameRate.denominator))
      PixelPainter.paint(&bitmap) { drawing.draw(film.pattern, frame: number, with: $0) }
      drawn = (number, bitmap)
    }
    if let drawn { context.draw(drawn.bitmap, at: bounds.origin) }
  }
}
