import ReelScenes
import ReelCanvas
import ReelGeometry
import ReelLayers
import ReelPlatform

/// The layers of a zoom into a snowflake.
final class ZoomFilmLayer: Layer {
  private let film: ZoomFilm
  private let flake: ZoomLayer
  private let caption: TextLayer?
  /// The plate behind the caption.
  private let plate: ShapeLayer

  init(_ film: ZoomFilm, frame: Rect) throws {
    try film.validate()
    self.film = film
    let page = FlakePage(film.look, in: frame)
    let layout = page.layout
    caption = page.caption
    plate = ShapeLayer(stroke: page.theme.backgroundEdge.with(alpha: 0.75 * page.theme.backgroundEdge.alpha))
    plate.frame = layout.caption
    flake = ZoomLayer(KochZoom(about: film.center), flake: layout.flake, theme: page.theme, unit: layout.unit)
    super.init(frame: frame)
    flake.frame = page.size.bounds
    addSublayer(try page.backdrop(around: Rect(center: flake.frame.center, size: .zero)))
    addSublayer(flake)
    if let caption {
      addSublayer(plate)
      addSublayer(caption)
    }
  }

  /// Shows the film at its current time; before its beginning, the whole flake.
  override func update(at time: Double) {
    let magnification = max(0, time) * log10(film.factor)
    flake.depth = magnification / log10(3)
    guard let caption else { return }
    caption.text = Self.captionText(powerOfTen: magnification)
    // The plate is drawn as a line of its height, with round ends.
    let text = Rect(center: caption.bounds.center, size: caption.layout.size)
    plate.lineWidth = text.height * 1.3
    plate.path = Path(points: [text.minX, text.maxX].map { Point(x: $0, y: text.center.y) })
  }

  /// Returns the caption of the magnification: `× 25`, `× 3.2 · 10⁷`.
  static func captionText(powerOfTen: Double) -> String { "× " + CaptionNumber.power(ofTen: powerOfTen) }
}
