import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelScenes

/// The layers of a film in which a program's turtle draws.
final class TurtleFilmLayer: Layer {
  private let drawing: PenLayer
  private let growth: Double

  init(_ film: TurtleFilm, on scene: SceneLayer) throws {
    try film.validate()
    let duration = film.duration ?? scene.length ?? 30
    // The picture is complete by the last frame.
    growth = max(0, min(film.growth * duration, duration - scene.frameInterval))
    let (picture, colors) = try film.drawing()
    let theme = film.theme.on(film.background)
    let frame = scene.bounds
    let size = PixelSize(covering: frame.size)
    let unit = min(frame.width, frame.height) / 720
    let margin = min(36 * unit, min(frame.width, frame.height) / 4)
    drawing = PenLayer(
      Self.fitted(picture, colors, in: size.bounds.inset(by: margin), unit: unit),
      turtle: film.showsTurtle ? theme.turtle : nil, unit: unit)
    super.init(frame: frame)
    let middle = Rect(center: frame.center, size: .zero)
    addSublayer(try BackdropLayer(size: size, theme: theme, flake: middle, unit: unit))
    drawing.frame = size.bounds
    addSublayer(drawing)
  }

  /// Shows the film at its current time.
  override func update(at time: Double) {
    // The tolerance absorbs the rounding of times, because the last frame must be complete.
    drawing.walked = time >= growth - 1e-9 ? 1 : max(0, time / growth)
  }

  /// Fits the picture into a rectangle, enlarged at most 40 times.
  private static func fitted(
    _ picture: LogoPicture, _ colors: [LogoPicture.Ink: Color], in rect: Rect, unit: Double
  ) -> PenPicture {
    var box: Rect?
    for stroke in picture.strokes {
      guard let next = Path(points: stroke.points).controlBounds else { continue }
      box = box.map { $0.around(next) } ?? next
    }
    guard let box else { return PenPicture([]) }
    let scale = min(
      rect.width / max(box.width, 1e-9), rect.height / max(box.height, 1e-9), 40 * unit)
    let center = rect.center
    func shown(_ point: Point) -> Point {
      Point(x: center.x + (point.x - box.center.x) * scale, y: center.y - (point.y - box.center.y) * scale)
    }
    return PenPicture(
      picture.strokes.map { stroke in
        PenPicture.Stroke(
          points: stroke.points.map(shown), color: colors[stroke.ink] ?? .black,
          width: min(120, max(0.6, stroke.width * 2)) * unit)
      })
  }
}
